"""Connections without requests: the number from one address is limited, and others are still served."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from machupicchu.serving.connection_limits import HEADER_SECONDS, MOST_WAITING
from machupicchu.serving.standstill import STILL_SECONDS
from tests.bench import strangers
from tests.site.serving import SERVERS
from tests.stack.kept_connections import answer_on
from tests.stack.site import PATIENCE, RunningSite, SmallSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

ESTABLISHED = 1
"""The state of an open connection in Linux's list."""
FILES = 1024
"""The limit of open files per process on many machines."""
LIMITS = {resource.RLIMIT_NOFILE: (256, FILES)}
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
GUEST, NEIGHBOUR = "127.0.0.1", "127.0.0.2"


@pytest.fixture(scope="module", params=SERVERS)
def small_site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with one web process, on a machine that allows 1,024 open files per process."""
    folder = tmp_path_factory.mktemp("small")
    with SmallSite(folder, LIMITS, WEB_PROCESSES="1", SERVER=request.param) as site:
        yield site


def opened(site: RunningSite, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE, source_address=(address, 0))


def status_for(site: RunningSite, address: str) -> int:
    """The status of a page requested from this address."""
    with opened(site, address) as connection:
        connection.sendall(HALF + b"Connection: close\r\n\r\n")
        return int(connection.recv(4096).split()[1])


def files_of(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def is_closed(connection: socket.socket) -> bool:
    """Whether the other end has closed the connection; nothing is ever sent on these."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_half_open_connections_of_one_address_are_bounded_and_its_neighbour_is_served(small_site: RunningSite) -> None:
    web = small_site.process_of("web-1")
    before = files_of(web)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as many:
        many.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        held = []
        for number in range(2500):
            connection = many.enter_context(opened(small_site, GUEST))
            connection.sendall(HALF if number % 2 else b"")
            held.append(connection)
        wait_until(lambda: files_of(web) - before <= MOST_WAITING + 10, PATIENCE, small_site.log)
        assert status_for(small_site, NEIGHBOUR) == 200
        assert status_for(small_site, GUEST) == 200, "a browser at the same address is served too"
        wait_until(lambda: all(map(is_closed, held)), HEADER_SECONDS + PATIENCE, small_site.log)


def test_headers_that_trickle_are_waited_for_no_longer_than_others(small_site: RunningSite) -> None:
    with opened(small_site, GUEST) as connection:
        connection.sendall(HALF)
        began = time.monotonic()

        def trickles() -> bool:
            """Send one more header. Returns whether the other end has closed the connection."""
            try:
                connection.sendall(b"X-More: yes\r\n")
            except ConnectionError:
                return True
            return is_closed(connection)

        wait_until(trickles, HEADER_SECONDS + PATIENCE, small_site.log)
        assert time.monotonic() - began > HEADER_SECONDS / 2


def test_a_connection_is_used_again_and_sockets_do_not_count_as_waiting(small_site: RunningSite) -> None:
    visitor = Visitor(small_site.url)
    visitor.sign_up("Charlie")
    with ExitStack() as sockets, opened(small_site, GUEST) as kept:
        listening = [sockets.enter_context(visitor.socket("/ws/me/")) for _number in range(20)]
        for _time in range(3):
            kept.sendall(b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert answer_on(kept).startswith(b"HTTP/1.1 ")
        for _number in range(MOST_WAITING):
            sockets.enter_context(opened(small_site, GUEST))
        wait_until(lambda: is_closed(kept), PATIENCE, small_site.log)
        assert all(each.ping().wait(PATIENCE) for each in listening)


def open_from(site: RunningSite, ports: set[int]) -> set[int]:
    """The ports, of those given, from which a connection to the site is still open at the site's end."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            local, remote, state = line.split()[1:4]
            if int(local.rpartition(":")[2], 16) == site.port and int(state, 16) == ESTABLISHED:
                found.add(int(remote.rpartition(":")[2], 16))
    return found & ports


def test_clients_that_do_not_read_keep_no_other_from_pages_and_are_cut(small_site: RunningSite) -> None:
    with ExitStack() as many:
        ports = set()
        for _number in range(16):
            connection = many.enter_context(strangers.opened(small_site.port, GUEST, reads=False))
            connection.sendall(strangers.asking(strangers.FILE) * 15)
            ports.add(connection.getsockname()[1])
        for address in (NEIGHBOUR, GUEST):
            assert status_for(small_site, address) == 200
        wait_until(lambda: not open_from(small_site, ports), STILL_SECONDS + PATIENCE, small_site.log)


def test_every_process_may_have_as_many_files_open_as_the_machine_allows(tmp_path: Path) -> None:
    with RunningSite(tmp_path, LIMITS) as site:
        for part in ("valkey", "web-1", "ai", "default", "outside", "clocks", "analysis", "beat"):
            limits = Path(f"/proc/{site.process_of(part)}/limits").read_text()
            [line] = [line for line in limits.splitlines() if line.startswith("Max open files")]
            assert line.split()[3:5] == [str(FILES), str(FILES)], part


@pytest.mark.parametrize(("header", "odd"), [("Host", b"\xc2\xb7"), ("Sec-WebSocket-Version", b"13\xe9")])
def test_a_socket_with_unreadable_headers_is_refused_and_is_no_fault_of_ours(
    small_site: RunningSite, header: str, odd: bytes
) -> None:
    headers = {
        "Host": b"localhost",
        "Connection": b"Upgrade",
        "Upgrade": b"websocket",
        "Sec-WebSocket-Key": b"dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": b"13",
    } | {header: odd}
    lines = [b"GET /ws/me/ HTTP/1.1", *(name.encode() + b": " + value for name, value in headers.items())]
    with opened(small_site, NEIGHBOUR) as connection:
        connection.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 400 ")
        assert connection.recv(4096) == b""
    assert "Traceback" not in small_site.log()


def test_a_query_that_is_read_with_a_charset_and_is_too_long_is_no_fault_of_ours(small_site: RunningSite) -> None:
    query = "&".join(f"field-{number}=" for number in range(5000))
    form = b"Content-Type: application/x-www-form-urlencoded; charset=latin-1\r\nContent-Length: 3\r\n"
    with opened(small_site, NEIGHBOUR) as connection:
        connection.sendall(
            f"POST /?{query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".encode() + form + b"\r\na=b"
        )
        assert connection.recv(4096).startswith(b"HTTP/1.1 400 ")
    assert "Traceback" not in small_site.log()
