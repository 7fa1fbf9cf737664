"""What strangers can do to the running site: what they can make it log, and whose pages may open its sockets."""

import socket
from http.client import HTTPConnection

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.bench.strangers import is_let_in_by_a_trailer, tracebacks_of_those_who_leave
from tests.stack.site import PATIENCE, RunningSite, free_port, wait_until

pytestmark = pytest.mark.stack

HERE = b"Host: localhost\r\nConnection: close\r\n"
JUNK = [
    b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
    b'GET / HTTP/1.1\r\nHost: a b"<>\r\nConnection: close\r\n\r\n',
    b"POST /play/ HTTP/1.1\r\n" + HERE + b"Content-Length: 0\r\n\r\n",
    b"POST /play/ HTTP/1.1\r\n" + HERE + b"Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    b"POST /play/ HTTP/1.1\r\n" + HERE + b"Content-Length: abc\r\n\r\n",
    b"POST /play/ HTTP/1.1\r\n" + HERE + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n",
    b"GET /%0aINFO%20x/" + b"a" * 5000 + b" HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET http://[::1 HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HERE + b"Cookie: sessionid=\xc3\xa9; messages=x; zone=..\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
]


def send(site: RunningSite, request: bytes) -> None:
    """Send bytes, and wait until the site closes the connection."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
        line.sendall(request)
        while line.recv(65536):
            continue


def test_whatever_strangers_send_is_a_short_line_of_the_log_at_most(either: RunningSite) -> None:
    before = len(either.log())
    for request in JUNK:
        send(either, request)
    last = f"/the-last-of-the-junk-{before}/"
    send(either, f"GET {last} HTTP/1.1\r\n".encode() + HERE + b"\r\n")
    wait_until(lambda: last in either.log()[before:], PATIENCE, either.log)
    said = [line for line in either.log()[before:].splitlines() if line.startswith("web")]
    assert "Traceback" not in either.log()[before:]
    assert len(said) <= len(JUNK) + 1
    assert max(len(line) for line in said) < 600


def test_a_client_that_asks_ahead_and_leaves_is_no_fault_of_ours(either: RunningSite) -> None:
    assert tracebacks_of_those_who_leave(either, 20) == 0


def test_a_cookie_in_a_trailer_lets_no_client_in(either: RunningSite) -> None:
    assert not is_let_in_by_a_trailer(either)


@pytest.mark.parametrize("origin", ["http://localhost:{other}", "https://localhost:{own}", "http://localhost", None])
def test_pages_of_another_port_or_scheme_open_no_socket(site: RunningSite, origin: str | None) -> None:
    named = origin and origin.format(own=site.port, other=free_port())
    address = site.url.replace("http", "ws", 1) + "/ws/me/"
    with pytest.raises(InvalidStatus, match="403"), connect(address, origin=named, open_timeout=PATIENCE):
        pass
    with connect(address, origin=site.url, open_timeout=PATIENCE):
        pass


def test_pages_say_what_they_never_ask_of_a_browser(site: RunningSite) -> None:
    line = HTTPConnection("localhost", site.port, timeout=PATIENCE)
    line.request("GET", "/rules/")
    policy = dict(part.split("=", 1) for part in line.getresponse().headers["Permissions-Policy"].split(", "))
    line.close()
    assert {policy[name] for name in ("camera", "geolocation", "microphone", "payment", "usb")} == {"()"}
    assert {policy[name] for name in ("autoplay", "clipboard-write", "publickey-credentials-get")} == {"(self)"}
