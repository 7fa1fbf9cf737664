"""Odd handshakes and odd frames: a socket may be refused or closed, but must never fail."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from urllib.parse import quote

from tests.fuzz.people import Person
from tests.fuzz.tally import Tally
from tests.fuzz.values import odd
from tests.fuzz.wire import connected

KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def knock(rng: Random, port: int, who: Person, codes: list[str], tally: Tally) -> None:
    """Open one socket, send it frames, and count the result."""
    oddity = rng.choice((0.0, 0.3, 0.8))
    code = quote(odd(rng).encode("utf-8", "surrogatepass"), safe="") if rng.random() < oddity else rng.choice(codes)
    path = rng.choice((f"/ws/match/{code}/", "/ws/me/", f"/ws/{code}", "/"))
    said = [("Host", f"localhost:{port}"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Origin", f"http://localhost:{port}"), ("Sec-WebSocket-Key", KEY), ("Sec-WebSocket-Version", "13"),
            ("Cookie", who.cookies)]  # fmt: skip
    if rng.random() < oddity:
        place = rng.randrange(len(said))
        said[place] = (said[place][0], odd(rng)[:300].replace("\r", "").replace("\n", ""))
    if rng.random() < oddity:
        said.append(("Sec-WebSocket-Protocol", odd(rng)[:100].replace("\r", "").replace("\n", "")))
    head = f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in said) + "\r\n"
    request = head.encode("utf-8", "surrogatepass")
    status, said_last = 0, b""
    with connected(port, who.source) as connection:
        with suppress(ConnectionError):
            connection.sendall(request)
            words = connection.recv(4096).split(b" ", 2)
            status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        if status == 101:
            with suppress(ConnectionError, TimeoutError):  # it may be closed, or have nothing to send
                for _number in range(rng.randrange(4)):
                    connection.sendall(_frame(rng))
                connection.settimeout(0.05)
                said_last = connection.recv(4096)
    failed = said_last[:1] == b"\x88" and said_last[2:4] == (1011).to_bytes(2)
    # For a socket, being accepted means that it was opened.
    tally.count("socket", "WS", who.role, 500 if failed else 200 if status == 101 else status, "", request)


def _frame(rng: Random) -> bytes:
    """A frame as browsers send it, or a slightly broken one."""
    content = rng.choice((odd(rng).encode("utf-8", "surrogatepass")[:120], b"\xff\xfe", b"{}", b""))
    first = rng.choice((0x81, 0x81, 0x82, 0x80, 0x89, 0x8A, 0x88, 0xF1, 0x83, 0x01))
    return bytes([first, 0x80 | len(content), 0, 0, 0, 0]) + content
