"""A server with scripted responses: for errors on the way to a site that the site itself does not produce."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event as Flag
from threading import Thread
from typing import Any

Answer = tuple[int, dict[str, str], bytes]


class Scripted(ThreadingHTTPServer):
    """Answers requests for each path with its scripted responses, one after another; the last one repeats."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, list[Answer | Callable[[], Answer]]] = defaultdict(list)
        self.asked: list[str] = []
        self.ended = Flag()

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def says(self, path: str, *lines: Any, status: int = 200, **headers: str) -> None:
        """Add a response: several lines for a stream, which then stays open, or one object as JSON."""
        body = b"".join(json.dumps(each).encode() + b"\n" for each in lines)
        self.answers[path].append((status, {name.replace("_", "-"): value for name, value in headers.items()}, body))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise a body may wait 40 ms until its headers have been acknowledged
    server: Scripted

    def do_GET(self) -> None:
        path = self.path.removeprefix("/api/v1/").partition("?")[0]
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(path)
        left = self.server.answers[path]
        answer = left.pop(0) if len(left) > 1 else left[0]
        status, headers, body = answer() if callable(answer) else answer
        is_stream = path.endswith("events") and status == 200
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if is_stream:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        if is_stream:
            self.server.ended.wait(120)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def scripted() -> Iterator[Scripted]:
    """A server that listens while the block lasts."""
    with Scripted() as site:
        serving = Thread(target=site.serve_forever, args=[0.01])
        serving.start()
        try:
            yield site
        finally:
            site.ended.set()
            site.shutdown()
            serving.join()
