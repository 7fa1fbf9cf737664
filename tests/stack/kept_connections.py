"""Connections that are kept for several requests."""

import socket


def answer_on(connection: socket.socket) -> bytes:
    """The next response on a kept connection; it ends where its JSON ends."""
    came = b""
    while not came.endswith(b"}"):
        part = connection.recv(65536)
        assert part, came
        came += part
    return came
