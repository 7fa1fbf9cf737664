"""What a web process does and no test client shows: files in pieces, several requests on a connection."""

import http.client
import io
import zipfile

import pytest

from tests.stack.site import PATIENCE, RunningSite
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


def test_a_file_is_sent_in_pieces_while_it_is_made(either: RunningSite) -> None:
    visitor = Visitor(either.url)
    visitor.sign_up("Packer")
    content, headers = visitor.download("/mine/records.zip")
    assert headers["Transfer-Encoding"] == "chunked"
    with zipfile.ZipFile(io.BytesIO(content)) as archived:
        assert archived.namelist() == []


def test_a_connection_takes_one_request_after_the_other_of_every_kind(either: RunningSite) -> None:
    line = http.client.HTTPConnection("localhost", either.port, timeout=PATIENCE)
    for method, path, status in (
        ("GET", "/robots.txt", 200),
        ("HEAD", "/", 200),
        ("GET", "/nowhere/", 404),
        ("POST", "/play-now/", 403),
        ("OPTIONS", "/", 405),
        ("GET", "/robots.txt", 200),
    ):
        line.request(method, path)
        answer = line.getresponse()
        body = answer.read()
        assert answer.status == status, (method, path)
        assert method != "HEAD" or not body
    line.close()
