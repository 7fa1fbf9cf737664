"""A connection between browser and site that tests can cut, or make silent without closing it."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self

CHUNK = 65536
UPGRADE = b"upgrade: websocket"


class Line:
    """Forwards its own port to another one of this machine. Cuts everything on leaving.

    All it knows about its traffic is which connections are sockets of pages.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"
        self._all: list[socket.socket] = []
        self._sockets: set[int] = set()
        self._dead: set[int] = set()
        self.takes_sockets = True

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        for each in (self._listener, *self._all):
            _cut(each)

    def swallow(self) -> int:
        """Make the open sockets silent without closing them; others still work. Returns how many."""
        self._dead |= self._sockets
        return len(self._dead)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            self._all += [near, far]
            number = len(self._all)
            threading.Thread(target=self._carry, args=(number, near, far, True), daemon=True).start()
            threading.Thread(target=self._carry, args=(number, far, near, False), daemon=True).start()

    def _carry(self, number: int, source: socket.socket, goal: socket.socket, asks: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if asks and UPGRADE in data.lower():
                    if not self.takes_sockets:
                        break
                    self._sockets.add(number)
                if number not in self._dead:
                    goal.sendall(data)
        if number not in self._dead:  # a silent socket does not report either that one end is gone
            _cut(source)
            _cut(goal)


def _cut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
