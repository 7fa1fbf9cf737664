"""The site behind nginx with `deploy/nginx.conf`: pages, sockets and files go where they should, over TLS."""

from __future__ import annotations

import http.client
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.stack.playing import my_turn, open_table, play
from tests.stack.proxy import NAME, Proxy
from tests.stack.site import PATIENCE, RunningSite, SmallSite
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


@dataclass(frozen=True)
class Behind:
    """A running site, and nginx in front of it."""

    site: RunningSite
    proxy: Proxy

    def visitor(self) -> Visitor:
        """A visitor over HTTPS."""
        return Visitor(self.proxy.url, self.proxy.trust)

    def raw(self) -> socket.socket:
        """A TLS connection."""
        plain = socket.create_connection(("127.0.0.1", self.proxy.port), timeout=PATIENCE)
        return self.proxy.trust.wrap_socket(plain, server_hostname=NAME)


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """A site in production behind nginx."""
    folder = tmp_path_factory.mktemp("behind")
    (folder / "var").mkdir()
    with SmallSite(folder / "var", WEB_PROCESSES="1", PRODUCTION="true", ALLOWED_HOSTS=NAME) as site:
        place = folder / "nginx"
        place.mkdir()
        with Proxy(place, pages=site.port, sockets=site.port, static=folder / "var" / "static") as proxy:
            yield Behind(site, proxy)


def test_plain_http_leads_to_https(behind: Behind) -> None:
    answer = Visitor(f"http://{NAME}:{behind.proxy.plain_port}").get("/tables/?game=maya")
    assert (answer.status, answer.location) == (301, f"https://{NAME}/tables/?game=maya")


def test_a_match_is_played_over_tls_and_its_socket_tells_of_it(behind: Behind) -> None:
    alice = behind.visitor()
    alice.sign_up("alice")
    code = open_table(alice, "beginner")
    entry = my_turn(alice, code, behind.site)
    with alice.socket(f"/ws/match/{code}/") as heard:
        play(alice, code, entry)
        assert f'"{code}"' in str(heard.recv(timeout=PATIENCE))


def test_the_site_learns_how_and_from_where_a_visitor_comes(behind: Behind) -> None:
    visitor = behind.visitor()
    answer = visitor.get("/account/login/")
    assert answer.status == 200, "with plain HTTP it would redirect to HTTPS"
    assert "Strict-Transport-Security" in answer.headers
    assert "Secure" in answer.headers["Set-Cookie"]
    # A forged address changes nothing: the real one is counted.
    statuses = [
        behind.visitor().get(f"/people/nobody-{number}/", **{"X-Forwarded-For": f"10.1.1.{number}"}).status
        for number in range(3)
    ]
    assert statuses == [404] * 3
    log = behind.site.log()
    assert "10.1.1." not in log


def test_files_come_from_nginx_packed_and_kept_for_years(behind: Behind) -> None:
    page = behind.visitor().get("/").text
    [style] = (
        re.findall(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page)
        or re.findall(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', page)[:1]
    )
    answer = behind.visitor().get(style)
    assert answer.status == 200
    assert answer.headers["Server"] == "nginx"
    assert "X-Request-ID" not in answer.headers
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    connection = http.client.HTTPSConnection(NAME, behind.proxy.port, context=behind.proxy.trust, timeout=PATIENCE)
    connection.request("GET", style, headers={"Accept-Encoding": "gzip"})
    packed = connection.getresponse()
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.read()) < len(answer.text) / 2
    connection.close()
    assert behind.visitor().get("/static/../secret-key").status in (400, 404)


def test_a_body_that_is_too_large_is_refused_before_it_has_come(behind: Behind) -> None:
    with behind.raw() as connection:
        connection.sendall(f"POST /records/ HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 2000000\r\n\r\n".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_an_address_that_asks_for_too_much_is_refused_and_others_are_served(behind: Behind) -> None:
    greedy = http.client.HTTPSConnection(
        NAME, behind.proxy.port, context=behind.proxy.trust, timeout=PATIENCE, source_address=("127.0.0.9", 0)
    )

    def status() -> int:
        greedy.request("GET", "/robots.txt")
        response = greedy.getresponse()
        response.read()
        return response.status

    statuses = [status() for _ in range(200)]
    assert statuses == [200] * 200, "so many at once are allowed"
    assert any(status() == 429 for _ in range(5000)), "20 a second are not"
    assert behind.visitor().get("/robots.txt").status == 200
    greedy.close()


def test_a_slow_visitor_is_let_go_while_others_are_served(behind: Behind) -> None:
    behind.visitor().get("/")  # it is drawn faster the second time
    with behind.raw() as slow:
        slow.sendall(f"POST /records/ HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 1000\r\n\r\nrecord=".encode())
        began = time.monotonic()
        assert behind.visitor().get("/").status == 200
        slow.settimeout(PATIENCE)
        assert slow.recv(100)[8:13] in (b"", b" 408 "), "nginx may close without a response"
        assert 10 < time.monotonic() - began < 58, "nginx's default would be a minute"
