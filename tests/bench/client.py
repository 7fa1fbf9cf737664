"""A match page without a screen: one persistent connection and one socket. Cheap, as it shares the machine."""

import asyncio
import gzip
import html
import json
import re
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from games.pages.match.patches import pieces_of

ACTIONS = re.compile(r'<button[^>]* name="action" value="([^"]+)"')
PLY = re.compile(r'data-ply="(\d+)"')
LENGTH = re.compile(r"(?im)^content-length: *(\d+)")
PACKED = re.compile(r"(?im)^content-encoding: *gzip")
PATCH = re.compile(r"(?im)^match-pieces: *(\S+)")
SAME = re.compile(r"<!--=(\d+)-(\d+)-->")
SWAP = "HX-Request: true\r\n"
TOKEN = "b" * 32
"""The CSRF token, which the site expects in both the cookie and the header."""


class OneMoment(Exception):
    """The site answers 503: it has done nothing, and wants the request again in a moment."""


@dataclass(frozen=True)
class Kept:
    """The last response that a page keeps: its name and its pieces."""

    name: str
    pieces: list[str]

    def whole(self, text: str) -> str:
        """The whole text of a response that leaves out kept pieces."""
        return SAME.sub(lambda mark: "".join(self.pieces[int(mark[1]) : int(mark[2]) + 1]), text)


@dataclass(frozen=True)
class Board:
    """What a page shows: the log position, and the actions its reader may play."""

    ply: int
    actions: tuple[str, ...]


class Page:
    """The match page of a player or a spectator. Use as an asynchronous context manager.

    With `boards`, its socket sends it what it shows, as to the page in a browser. It connects from `address` of this
    machine: the site limits what one address may have open.
    """

    def __init__(self, port: int, code: str, session: str, *, boards: bool = False, address: str = "127.0.0.1") -> None:
        self.heard = asyncio.Condition()
        self.ply = 0
        self.sent: Board | None = None
        """The last board the socket has sent."""
        self.bytes = 0
        """Bytes received since the page was opened: heads and bodies of responses as sent, and socket messages."""
        self._port = port
        self._address = address, 0
        self._kept = Kept("new", [])
        self._drawn = Kept("", [])
        self._path = f"/match/{code}/"
        self._query = "?pieces=en&zone=" if boards else ""
        self._headers = f"Host: localhost:{port}\r\nAccept-Encoding: gzip\r\n"
        self._headers += f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n"
        self._socket_headers = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}"}
        self._socket: ClientConnection | None = None
        self._listener: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Page":
        await self._connect()
        address = f"ws://localhost:{self._port}/ws{self._path}{self._query}"
        origin = Origin(f"http://localhost:{self._port}")
        try:
            self._socket = await connect(
                address,
                origin=origin,
                additional_headers=self._socket_headers,
                compression=None,
                host="127.0.0.1",
                port=self._port,
                local_addr=self._address,
                open_timeout=60,
                ping_timeout=60,
            )
        except BaseException:
            self._writer.close()
            raise
        self._listener = asyncio.create_task(self._listen(self._socket))
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._socket is not None
        await self._socket.close()
        self._writer.close()

    async def show(self) -> Board:
        """Fetch the board, as the page does after hearing news."""
        return _board(await self._ask("GET", self._path, {}, SWAP + self._asking()))

    async def play(self, action: str, ply: int) -> Board:
        """Play an action. Returns the board after it."""
        form = {"action": action, "ply": ply}
        return _board(await self._ask("POST", self._path + "play/", form, SWAP + self._asking()))

    async def play_blindly(self, action: str, ply: int) -> None:
        """Play an action without looking at the board after it."""
        await self._ask("POST", self._path + "play/", {"action": action, "ply": ply})

    def _asking(self) -> str:
        return f"Match-Pieces: {self._kept.name}\r\n"

    async def hear(self, ply: int) -> None:
        """Wait for the message that the log has at least `ply` entries."""
        async with self.heard:
            await self.heard.wait_for(lambda: self.ply >= ply)

    async def news(self, ply: int) -> Board:
        """The board with at least `ply` entries in its log: from the socket, or else fetched."""
        await self.hear(ply)
        return self.sent if self.sent is not None and self.sent.ply >= ply else await self.show()

    async def _listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            async with self.heard:
                self.bytes += len(message)
                news = json.loads(message if isinstance(message, str) else gzip.decompress(message))
                self.ply = max(self.ply, news["ply"])
                if "html" in news:
                    text = self._drawn.whole(news["html"])
                    self._drawn = Kept("", pieces_of(text))
                    self.sent = _board(text)
                self.heard.notify_all()

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=2**22, local_addr=self._address
        )

    async def _sent(self, request: str) -> str:
        """Send a request. Returns the head of the response."""
        self._writer.write(request.encode())
        return (await self._reader.readuntil(b"\r\n\r\n")).decode()

    async def _ask(self, method: str, path: str, form: dict[str, object], headers: str = "") -> str:
        body = urlencode(form)
        if body:
            headers += f"X-CSRFToken: {TOKEN}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        head = f"{method} {path} HTTP/1.1\r\n{self._headers}{headers}Content-Length: {len(body)}\r\n\r\n"
        try:
            answer = await self._sent(head + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The site limits idle connections per address. Do as a browser does: open a new one, and ask again.
            self._writer.close()
            await self._connect()
            answer = await self._sent(head + body)
        status = int(answer.split(" ", 2)[1])
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            self._writer.close()
            await self._connect()
            raise OneMoment
        length = LENGTH.search(answer)
        assert length, answer
        sent = await self._reader.readexactly(int(length[1]))
        self.bytes += len(answer) + len(sent)
        text = (gzip.decompress(sent) if PACKED.search(answer) else sent).decode()
        if named := PATCH.search(answer):
            text = self._kept.whole(text)
            self._kept = Kept(named[1], pieces_of(text))
        assert status == (200 if headers.startswith(SWAP) else 302), f"{method} {path}: {answer}{text[:500]}"
        return text


def _board(text: str) -> Board:
    found = PLY.search(text)
    assert found, text[:500]
    return Board(int(found[1]), tuple(html.unescape(action) for action in ACTIONS.findall(text)))
