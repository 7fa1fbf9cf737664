"""What comes on a connection, read as requests, each within its bounds, whatever server is to have them.

The server never sees the bytes that came. It gets each request as it was understood here: trailers are dropped, as a
proxy checks and adds headers only; and what separates the chunks of a body is made again. So what two parsers read
differently, nobody can use.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url

from machupicchu.bounds import BETWEEN, MOST_BYTES, MOST_BYTES_BESIDE
from machupicchu.lines import HEAD_TOO_LARGE, TOO_LARGE, UNREADABLE

SLICE = 16 * 1024
"""So many bytes are read at once: to know what belongs to which request, as the parser does not tell."""

UPGRADE = [(b"Connection", b"Upgrade"), (b"Upgrade", b"websocket")]
"""What makes a request one for a socket: nothing else does, as servers read what is odd differently."""

UNREAD = frozenset({b"connection", b"upgrade", b"sec-websocket-protocol", b"sec-websocket-extensions"})
"""What is not passed on of a request for a socket. The last two a browser offers and no socket of ours uses: they would
have to be ASCII.
"""

HANDSHAKE = frozenset({b"sec-websocket-key", b"sec-websocket-version"})


class Refused(Exception):
    """Nothing more can be read, and what was not whole is not answered; the argument is the status that says why."""


class Request:
    """A request, as far as it has come and as far as it is answered."""

    __slots__ = ("_body", "_head", "has_begun", "is_answered", "is_asked", "is_chunked", "is_last", "is_read",
                 "is_socket", "is_taken", "is_whole", "size")  # fmt: skip

    def __init__(self) -> None:
        self.size = 0
        """Bytes that have come and are not taken yet."""
        self._head = b""
        self._body: list[bytes] = []
        self.is_chunked = False
        self.is_read = False
        """Whether its headers have come."""
        self.is_whole = False
        self.is_taken = False
        """Whether the server has all of it."""
        self.is_last = False
        """Whether no other request may follow on its connection."""
        self.is_socket = False
        self.is_asked = False
        """Whether the application has been asked."""
        self.has_begun = False
        """Whether its answer has."""
        self.is_answered = False

    def add(self, body: bytes) -> None:
        """Part of the body has come."""
        self._body.append(body)
        self.size += len(body)

    def begin(self, head: bytes) -> None:
        """The headers have come."""
        self._head = head
        self.is_read = True
        self.size += len(head)

    def take(self) -> bytes:
        """What has come since the last time, as a server is to read it."""
        if self.is_taken:
            return b""
        self.is_taken = self.is_whole
        if not self.is_chunked and not self._body:
            taken = self._head
        else:
            body = b"".join(self._body)
            if self.is_chunked:
                body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + (b"0\r\n\r\n" if self.is_whole else b"")
            taken = self._head + body
            self._body.clear()
        self._head, self.size = b"", 0
        return taken


class Reader:
    """Reads the requests of a connection. Those that are not answered yet are `requests`, in the order they came."""

    def __init__(self) -> None:
        self.requests: deque[Request] = deque()
        self._parser: Any = HttpRequestParser(self)
        self._request = Request()
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._is_head = False
        """Whether the headers of a request are still to come. What comes later is a trailer."""
        self._began = False
        """Whether a request has begun in what is being read."""
        self._beside = 0
        """Bytes of the request besides its body, as far as they are known."""
        self._body = 0
        self._trailers = 0
        self._is_over = False
        self._trouble = UNREADABLE

    def feed(self, data: bytes) -> bytes:
        """Read what has come. Returns what follows on a request for a socket: it is no request. Raises Refused."""
        if len(data) <= SLICE:
            return self._read(data)
        whole = memoryview(data)
        for start in range(0, len(whole), SLICE):
            rest = self._read(whole[start : start + SLICE])
            if self._is_over:
                return bytes(rest) + bytes(whole[start + SLICE :])
        return b""

    def end(self) -> None:
        """Nothing more is read, and nothing of it kept: a socket may stay open for days."""
        self._is_over = True
        self._parser = None
        self._url, self._headers = b"", []
        self.requests.clear()

    def _read(self, data: Any) -> bytes:
        """Read a slice. Returns what follows on a request for a socket."""
        if self._is_over:
            return b""
        body, self._began = self._body, False
        try:
            self._parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            rest = bytes(data[upgrade.args[0] :])
            return rest if self._is_over else self._read(rest)
        except HttpParserError:
            if self._is_over:  # someone goes on after the last request
                return b""
            raise Refused(self._trouble) from None
        if not self._began:
            self._beside += len(data) - (self._body - body)
            if self._beside > MOST_BYTES_BESIDE:
                raise Refused(HEAD_TOO_LARGE)
        return b""

    def _refuse(self, status: str) -> HttpParserError:
        self._trouble = status
        return HttpParserError(status)

    # What the parser calls.

    def on_message_begin(self) -> None:
        """A request begins."""
        self._request = Request()
        self.requests.append(self._request)
        self._is_head = self._began = True
        self._beside = self._body = self._trailers = 0
        self._url, self._headers = b"", []

    def on_url(self, url: bytes) -> None:
        """Part of its address has come."""
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header has come, or a trailer."""
        if self._is_head:
            self._headers.append((name, value))
            return
        self._trailers += len(name) + len(value) + BETWEEN
        if self._trailers > MOST_BYTES_BESIDE:
            raise self._refuse(HEAD_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """The body, if any, may take its time; one that is declared too large need not come at all."""
        self._is_head = False
        request, parser = self._request, self._parser
        headers, size, length, upgrades = self._headers, len(self._url), 0, list[bytes]()
        for name, value in headers:
            size += len(name) + len(value) + BETWEEN
            lower = name.lower()
            if lower == b"content-length":
                length = int(value)
            elif lower == b"transfer-encoding":
                request.is_chunked = True
            elif lower == b"upgrade":
                upgrades.append(value.lower())
        if size > MOST_BYTES_BESIDE:
            raise self._refuse(HEAD_TOO_LARGE)
        if length > MOST_BYTES:
            raise self._refuse(TOO_LARGE)
        if parser.should_upgrade():
            if length or request.is_chunked or parser.get_method() == b"CONNECT":
                raise self._refuse(UNREADABLE)
            request.is_socket = upgrades == [b"websocket"]
        if request.is_socket:
            headers = [(name, value) for name, value in headers if name.lower() not in UNREAD] + UPGRADE
            if not all(_is_read(name.lower(), value) for name, value in headers):
                raise self._refuse(UNREADABLE)
        elif upgrades:
            headers = [(name, value) for name, value in headers if name.lower() != b"upgrade"]
        version = parser.get_http_version()
        request.is_last = version != "1.1" or not parser.should_keep_alive()
        lines = [b"%b %b HTTP/%b" % (parser.get_method(), _target(self._url), version.encode())]
        lines += [name + b": " + value for name, value in headers]
        request.begin(b"\r\n".join(lines) + b"\r\n\r\n")

    def on_body(self, body: bytes) -> None:
        """Part of the body has come."""
        self._body += len(body)
        if self._body > MOST_BYTES:
            raise self._refuse(TOO_LARGE)
        self._request.add(body)

    def on_message_complete(self) -> None:
        """The request is whole: from now on its client waits for us."""
        self._request.is_whole = True
        self._beside = 0
        self._is_over = self._request.is_last or self._request.is_socket


def _target(url: bytes) -> bytes:
    """Path and query. Raises HttpParserError where nobody could read them."""
    parsed = parse_url(url)
    if parsed.path is None:
        raise HttpParserError("an address without a path")
    path: bytes = parsed.path
    return path if parsed.query is None else path + b"?" + parsed.query


def _is_read(name: bytes, value: bytes) -> bool:
    """Whether a socket's header can be read: servers decode those they need, and fail where they cannot."""
    try:
        value.decode("idna" if name == b"host" else "ascii" if name in HANDSHAKE else "latin-1")
    except UnicodeError:
        return False
    return True
