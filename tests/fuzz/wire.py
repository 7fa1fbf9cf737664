"""Raw bytes to the site and back, from a chosen IP address: a library would refuse to send what is odd."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse

PATIENCE = 120
STREAMS = ("text/event-stream", "application/x-ndjson")
"""Endless responses: their first line is enough."""


@dataclass(frozen=True)
class Answer:
    """A response; status 0 if there was none."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """The first header of this name; "" for none."""
        return next((value for given, value in self.headers if given.lower() == name), "")


def connected(port: int, source: str) -> socket.socket:
    """A connection to the site from an address of this machine."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))


def ask(port: int, source: str, method: str, request: bytes) -> Answer:
    """Send a request that asks for the connection to be closed, and read the response."""
    with connected(port, source) as connection:
        with suppress(ConnectionError):  # refused before it was read: the response says why
            connection.sendall(request)
        response = HTTPResponse(connection, method=method)
        try:
            response.begin()
            is_endless = response.headers.get_content_type() in STREAMS
            body = response.readline() if is_endless else response.read()
            return Answer(response.status, response.getheaders(), body)
        except (HTTPException, ConnectionError):
            return Answer(0, [], b"")
