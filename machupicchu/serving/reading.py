"""Parsing the data of a connection into requests within limits, for either server.

The server never sees the original bytes. It gets each request rewritten as it was parsed here: without trailers, since
a proxy checks and adds only headers, and with new framing of chunks. So nobody can exploit differences between two
parsers (request smuggling).
"""

from __future__ import annotations

from collections import deque
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url

from machupicchu.serving.bounds import BETWEEN, MOST_BYTES, MOST_BYTES_BESIDE
from machupicchu.serving.connection_limits import HEAD_TOO_LARGE, TOO_LARGE, UNREADABLE

SLICE = 16 * 1024
"""Bytes parsed at once: slices show roughly how many bytes each request has, which the parser does not report."""

UPGRADE = [(b"Connection", b"Upgrade"), (b"Upgrade", b"websocket")]
"""The headers that are passed on to request a socket, always in this form: servers differ in how they read others."""

UNREAD = frozenset({b"connection", b"upgrade", b"sec-websocket-protocol", b"sec-websocket-extensions"})
"""Headers of a request for a socket that are not passed on.

Browsers may send the last two, but our sockets use neither, and servers would insist that they are ASCII.
"""

HANDSHAKE = frozenset({b"sec-websocket-key", b"sec-websocket-version"})
"""Headers that servers for WebSockets read as ASCII: they fail for other letters."""


class Refused(Exception):
    """The data cannot be parsed any further; the argument is the status of the response."""


class Request:
    """A request with its progress: how much of it has arrived, and how far it is answered."""

    __slots__ = ("_body", "_head", "has_begun", "is_answered", "is_asked", "is_chunked", "is_last", "is_read",
                 "is_socket", "is_taken", "is_whole", "size")  # fmt: skip

    def __init__(self) -> None:
        self.size = 0
        """Bytes that have arrived and are not taken yet."""
        self._head = b""
        self._body: list[bytes] = []
        self.is_chunked = False
        self.is_read = False
        """Whether its headers have arrived."""
        self.is_whole = False
        self.is_taken = False
        """Whether the server has all of it."""
        self.is_last = False
        """Whether no other request may follow on the connection."""
        self.is_socket = False
        self.is_asked = False
        """Whether the application has been asked."""
        self.has_begun = False
        """Whether its response has begun."""
        self.is_answered = False

    def add(self, body: bytes) -> None:
        """Add a part of the body."""
        self._body.append(body)
        self.size += len(body)

    def begin(self, head: bytes) -> None:
        """Set the head, which is complete."""
        self._head = head
        self.is_read = True
        self.size += len(head)

    def take(self) -> bytes:
        """The bytes for the server, of everything that has arrived since the last call."""
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
    """Parses the requests of a connection. `requests` are those not answered yet, in order of arrival."""

    def __init__(self) -> None:
        self.requests: deque[Request] = deque()
        self._parser: Any = HttpRequestParser(self)
        self._request = Request()
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._is_head = False
        """Whether the headers of a request are incomplete. A header after that is a trailer."""
        self._began = False
        """Whether a request has begun in the current slice."""
        self._beside = 0
        """Bytes of the request besides its body, without the slice in which it began."""
        self._body = 0
        self._trailers = 0
        self._is_over = False
        self._trouble = UNREADABLE

    def feed(self, data: bytes) -> bytes:
        """Parse data. Returns the data after a request for a socket, which is no longer HTTP.

        Raises Refused when it cannot be read, or a head is too large.
        """
        if len(data) <= SLICE:
            return self._read(data)
        whole = memoryview(data)
        for start in range(0, len(whole), SLICE):
            rest = self._read(whole[start : start + SLICE])
            if self._is_over:
                return bytes(rest) + bytes(whole[start + SLICE :])
        return b""

    def end(self) -> None:
        """Stop parsing and free all memory: a socket may stay open for days."""
        self._is_over = True
        self._parser = None
        self._url, self._headers = b"", []
        self.requests.clear()

    def _read(self, data: Any) -> bytes:
        """Parse a slice. Returns the data after a request for a socket."""
        if self._is_over:
            return b""
        body, self._began = self._body, False
        try:
            self._parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            rest = bytes(data[upgrade.args[0] :])
            return rest if self._is_over else self._read(rest)
        except HttpParserError:
            if self._is_over:  # the client sends more after the last request
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

    # Callbacks of the parser.

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._request = Request()
        self.requests.append(self._request)
        self._is_head = self._began = True
        self._beside = self._body = self._trailers = 0
        self._url, self._headers = b"", []

    def on_url(self, url: bytes) -> None:
        """Add a part of the URL."""
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header, or count a trailer."""
        if self._is_head:
            self._headers.append((name, value))
            return
        self._trailers += len(name) + len(value) + BETWEEN
        if self._trailers > MOST_BYTES_BESIDE:
            raise self._refuse(HEAD_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Check the headers, and write the head for the server. Refuses a body that is declared too large."""
        self._is_head = False
        request, parser = self._request, self._parser
        size, length, upgrades = len(self._url), 0, list[bytes]()
        for name, value in self._headers:
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
        version = parser.get_http_version()
        request.is_last = version != "1.1" or not parser.should_keep_alive()
        lines = [b"%b %b HTTP/%b" % (parser.get_method(), _target(self._url), version.encode())]
        lines += [name + b": " + value for name, value in (self._upgraded() if upgrades else self._headers)]
        request.begin(b"\r\n".join(lines) + b"\r\n\r\n")

    def _upgraded(self) -> list[tuple[bytes, bytes]]:
        """The headers for the server: to a socket one upgrade, and nothing that it could misread; else no upgrade."""
        if not self._request.is_socket:
            return [(name, value) for name, value in self._headers if name.lower() != b"upgrade"]
        headers = [(name, value) for name, value in self._headers if name.lower() not in UNREAD] + UPGRADE
        if not all(_is_read(name.lower(), value) for name, value in headers):
            raise self._refuse(UNREADABLE)
        return headers

    def on_body(self, body: bytes) -> None:
        """Add a part of the body."""
        self._body += len(body)
        if self._body > MOST_BYTES:
            raise self._refuse(TOO_LARGE)
        self._request.add(body)

    def on_message_complete(self) -> None:
        """Mark the request as complete: from now on its client waits for us."""
        self._request.is_whole = True
        self._beside = 0
        self._is_over = self._request.is_last or self._request.is_socket


def _target(url: bytes) -> bytes:
    """The path and query of a URL. Raises HttpParserError if it has no path."""
    parsed = parse_url(url)
    if parsed.path is None:
        raise HttpParserError("an address without a path")
    path: bytes = parsed.path
    return path if parsed.query is None else path + b"?" + parsed.query


def _is_read(name: bytes, value: bytes) -> bool:
    """Whether servers can decode a header of a request for a socket: they fail if they cannot."""
    try:
        value.decode("idna" if name == b"host" else "ascii" if name in HANDSHAKE else "latin-1")
    except UnicodeError:
        return False
    return True
