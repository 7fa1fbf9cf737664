"""Errors are reported to the server of SENTRY_DSN, without any data about visitors."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import brotli
import pytest

from tests.operating.sites import Site

FAIL = """
import django
django.setup()
import sentry_sdk
from django.test import Client
def broken(request):
    hand = "cards-of-alice"
    raise RuntimeError("the roof is off")
from django.urls import path
from machupicchu import urls
def lost(request, token):
    raise KeyError(token, request.path)
urls.urlpatterns.insert(0, path("broken/", broken))
urls.urlpatterns.insert(0, path("notices/stop/<str:token>/", lost))
cookie, before = "memory=cookie-of-alice", "http://localhost/account/bots/take/gift-of-alice/"
headers = {"Host": "localhost", "Cookie": cookie, "Referer": before}
client = Client(raise_request_exception=False, headers=headers)
print(client.post("/broken/?invitation=secret-of-alice", {"password": "word-of-alice"}).status_code)
print(client.get("/notices/stop/token-of-alice/?key=secret-of-alice").status_code)
sentry_sdk.flush(timeout=60)
"""


@pytest.fixture
def collector() -> Iterator[tuple[str, list[str]]]:
    """A value for SENTRY_DSN, and the reports that arrived there."""
    came: list[str] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"br": brotli.decompress, "gzip": gzip.decompress}.get(self.headers["Content-Encoding"], bytes)
            came.append(unpack(body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://public@127.0.0.1:{server.server_port}/7", came
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.long
def test_a_fault_is_told_without_anything_of_a_visitor(collector: tuple[str, list[str]], tmp_path: Path) -> None:
    dsn, came = collector
    done = Site(tmp_path / "site", SENTRY_DSN=dsn, DEBUG="true").python("-c", FAIL)
    assert done.stdout == "500\n500\n", done.stderr
    text = "\n".join(came)
    assert "the roof is off" in text
    assert "/broken/" in text
    readable = json.dumps([json.loads(line) for line in text.splitlines() if line], ensure_ascii=False)
    assert "/notices/stop/…/" in readable
    for secret in ("cards", "cookie", "gift", "secret", "token", "word"):
        assert f"{secret}-of-alice" not in text
