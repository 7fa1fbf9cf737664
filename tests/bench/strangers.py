"""What strangers can do to a site with one web process, and what people notice of it.

    .venv/bin/python -m tests.bench.strangers [--each N] [--seconds S] [--pause S] [--only attacks|crowds]

First some attacks, each with its figures: connections that do not read, endless headers, pings whose answers nobody
reads, a cookie in a trailer, people who ask for much at once and leave, and spectators with all time zones. Then twenty
people play, alone and next to crowds of strangers of each kind, who come from twenty addresses of this machine and
reconnect when they are cut off. Prints how long the people waited for their boards, and the memory of the web process.
"""

from __future__ import annotations

import asyncio
import resource
import socket
import struct
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from select import select
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from tests.bench.house import whole_site
from tests.bench.processes import site_cpu, site_memory
from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

if TYPE_CHECKING:
    from tests.bench.playing import Table

LARGE, SMALL, FILE = "/rules/princes/", "/robots.txt", "/static/img/princes/drawings.svg"
SOON = 10.0
"""Seconds after which someone gives up."""
ADDRESSES = [f"127.0.2.{last}" for last in range(1, 21)]
NEIGHBOUR = "127.0.3.1"
PING = b"\x89\x80abcd"
MEGABYTE = 2**20
TABLES = 10


def opened(port: int, address: str, *, reads: bool = True) -> socket.socket:
    """A connection from an address of this machine."""
    connection = socket.socket()
    if not reads:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.bind((address, 0))
    connection.settimeout(SOON)
    connection.connect(("127.0.0.1", port))
    return connection


def asking(path: str, *more: str, method: str = "GET") -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *more, "", ""]).encode()


def upgrade(port: int, path: str) -> bytes:
    """A request to open a socket."""
    return asking(
        path,
        f"Origin: http://localhost:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ).replace(b"Host: localhost", f"Host: localhost:{port}".encode())


def seconds_for(site: RunningSite, path: str) -> float | None:
    """Seconds a neighbour waits for a page; None if they give up."""
    began = time.perf_counter()
    try:
        with opened(site.port, NEIGHBOUR) as connection:
            connection.sendall(asking(path, "Connection: close"))
            while connection.recv(65536):
                continue
    except OSError:
        return None
    return time.perf_counter() - began


def memory(site: RunningSite) -> float:
    """Resident megabytes of the web process."""
    return site_memory(site.process_of("web-1"))[site.process_of("web-1")] / MEGABYTE


# --- attacks ----------------------------------------------------------------------------------------------------------


def those_who_do_not_read(site: RunningSite, ahead: int) -> dict[str, float | None]:
    """Seconds a neighbour waits for pages next to sixteen connections of one address that ask ahead and do not read."""
    with ExitStack() as many:
        held = [many.enter_context(opened(site.port, ADDRESSES[0], reads=False)) for _number in range(16)]
        for _time in range(0, ahead, 15):
            for connection in held:
                with suppress(OSError):
                    connection.sendall(asking(FILE) * 15)
            time.sleep(1)
        return {path: seconds_for(site, path) for path in (SMALL, FILE, "/health/", LARGE)}


def endless(site: RunningSite, start: bytes, more: bytes, most: int, *, is_socket: bool = False) -> tuple[float, float]:
    """The megabytes of an endless request that the site takes, and by how many its web process has grown at most."""
    before, sent = memory(site), 0
    grown = 0.0
    with opened(site.port, ADDRESSES[0], reads=False) as connection:
        connection.sendall(start)
        if is_socket:
            connection.recv(4096)
        with suppress(OSError):
            while sent < most * MEGABYTE and (is_socket or not select([connection], [], [], 0)[0]):
                sent += connection.send(more)
                if sent // MEGABYTE != (sent - len(more)) // MEGABYTE:
                    grown = max(grown, memory(site) - before)
    return sent / MEGABYTE, max(grown, memory(site) - before)


def is_let_in_by_a_trailer(site: RunningSite) -> bool:
    """Whether the site accepts a session cookie that comes after the body of a request."""
    visitor = Visitor(site.url)
    visitor.sign_up(f"Trailer{time.time_ns() % 10**9}")
    [session] = [cookie.value for cookie in visitor._jar if cookie.name == "sessionid"]
    with opened(site.port, ADDRESSES[0]) as connection:
        head = asking("/mine/", "Connection: close", "Transfer-Encoding: chunked")
        connection.sendall(head + f"1\r\nx\r\n0\r\nCookie: sessionid={session}\r\n\r\n".encode())
        return connection.recv(4096).startswith(b"HTTP/1.1 200 ")


def tracebacks_of_those_who_leave(site: RunningSite, times: int) -> int:
    """The number of tracebacks logged when someone asks ahead and leaves at once, `times` times."""
    before = site.log().count("Traceback")
    for _time in range(times):
        with opened(site.port, ADDRESSES[0]) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(asking(LARGE) * 3)
            time.sleep(0.01)
    last = f"/the-last-{time.time_ns()}/"
    seconds_for(site, last)
    wait_until(lambda: last in site.log(), PATIENCE, site.log)
    return site.log().count("Traceback") - before


def seconds_of_all_zones(site: RunningSite, watchers: int) -> float:
    """Seconds until both players see an action, the longest of three, with spectators in different time zones."""
    from tests.bench import playing

    table = playing.new_table("maya", 2, 0)
    with ExitStack() as many:
        for number, zone in enumerate(sorted(available_timezones())[:watchers]):
            connection = many.enter_context(opened(site.port, ADDRESSES[number % len(ADDRESSES)]))
            connection.sendall(upgrade(site.port, f"/ws/match/{table.match.code}/?pieces=en&zone={zone}"))
            assert connection.recv(65536).startswith(b"HTTP/1.1 101 ")
        return asyncio.run(_one_action(site.port, table))


async def _one_action(port: int, table: Table) -> float:
    from tests.bench.client import Page

    pages = [Page(port, table.match.code, session, boards=True, address=NEIGHBOUR) for session in table.sessions]
    for page in pages:
        await page.__aenter__()
    try:
        boards = [await page.show() for page in pages]
        times = []
        for _action in range(3):
            mover = next(number for number, board in enumerate(boards) if board.actions)
            began = time.perf_counter()
            boards[mover] = await pages[mover].play(boards[mover].actions[0], boards[mover].ply)
            other = 1 - mover
            boards[other] = await pages[other].news(boards[mover].ply)
            times.append(time.perf_counter() - began)
        return max(times)
    finally:
        for page in pages:
            await page.__aexit__()


def attacks(site: RunningSite) -> Iterator[str]:
    """Attack the site, and report the results."""
    for ahead in (15, 90):
        waited = those_who_do_not_read(site, ahead)
        waits = ", ".join(
            f"{path} {'in vain' if each is None else f'{each * 1000:.0f} ms'}" for path, each in waited.items()
        )
        yield f"16 connections ask {ahead} ahead and do not read; a neighbour waits for {waits}"
    from tests.bench import playing

    code = playing.new_table("maya", 2, 0).match.code
    start = upgrade(site.port, f"/ws/match/{code}/")
    sent, grown = endless(site, start, PING * 1024, 80, is_socket=True)
    yield f"of pings without end {sent:.1f} MB are taken, the process grows by {grown:.0f} MB"
    head = asking(SMALL)[:-2]
    for name, start, more in (
        ("a header", head + b"X-Large: ", b"x" * 65536),
        ("headers", head, b"X-Small: yes\r\n" * 4096),
        ("an address", b"GET /", b"x" * 65536),
        ("a trailer", asking(SMALL, "Transfer-Encoding: chunked") + b"0\r\nX-Large: ", b"x" * 65536),
    ):
        sent, grown = endless(site, start, more, 32 if name == "an address" else 150)
        yield f"of {name} without end {sent:.1f} MB are taken, the process grows by {grown:.0f} MB"
    yield f"a cookie in a trailer lets in: {'yes' if is_let_in_by_a_trailer(site) else 'no'}"
    yield f"50 who ask ahead and leave are worth {tracebacks_of_those_who_leave(site, 50)} tracebacks"
    yield f"an action beside 180 watchers in 180 time zones takes {seconds_of_all_zones(site, 180):.2f} s"


# --- crowds -----------------------------------------------------------------------------------------------------------


def _read_slowly(connection: socket.socket) -> None:
    with suppress(BlockingIOError):
        connection.recv(256)


def _read_all(connection: socket.socket) -> None:
    with suppress(BlockingIOError):
        while connection.recv(65536):
            continue


def _ask_ahead(connection: socket.socket) -> None:
    _read_all(connection)
    if time.monotonic() % 10 < 1:
        connection.send(asking(SMALL) * 16)


Kind = tuple[Callable[[int, str], bytes], Callable[[socket.socket], object]]
"""What a stranger sends first, and what they do every second after that."""

KINDS: dict[str, Kind] = {
    "idle": (lambda port, code: b"", lambda connection: None),
    "reading slowly": (lambda port, code: asking(FILE) * 15, _read_slowly),
    "sending slowly": (
        lambda port, code: asking("/play/", "Content-Length: 1000000", method="POST"),
        lambda connection: connection.send(b"x" * 100),
    ),
    "asking ahead": (lambda port, code: asking(SMALL) * 16, _ask_ahead),
    "pinging": (lambda port, code: upgrade(port, f"/ws/match/{code}/"), lambda connection: connection.send(PING * 20)),
}


def hold(kind: str, port: int, code: str, each: int) -> None:
    """Be a crowd of strangers until killed. Prints `here` every second in which nine of ten are connected."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * each)), hard))
    first, then = KINDS[kind]
    held: dict[int, socket.socket] = {}
    while True:
        began = time.monotonic()
        for number in range(each):
            try:
                if number not in held:
                    held[number] = opened(port, ADDRESSES[number % len(ADDRESSES)], reads=kind != "reading slowly")
                    held[number].sendall(first(port, code))
                    held[number].setblocking(False)
                then(held[number])
            except BlockingIOError:
                continue
            except OSError:
                held.pop(number).close()
        if len(held) >= each * 0.9:
            print("here", flush=True)
        time.sleep(max(0.0, began + 1 - time.monotonic()))


def crowds(site: RunningSite, each: int, seconds: float, pause: float) -> Iterator[str]:
    """Let people play, alone and next to each crowd, and report what they noticed."""
    yield f"nobody else: {played(site, seconds, pause)}"
    from tests.bench import playing

    code = playing.new_table("maya", 2, 0).match.code
    for kind in KINDS:
        command = [sys.executable, "-m", "tests.bench.strangers", "--hold", kind, "--port", str(site.port)]
        crowd = subprocess.Popen([*command, "--code", code, "--each", str(each)], stdout=subprocess.PIPE)
        try:
            assert crowd.stdout is not None
            assert crowd.stdout.readline() == b"here\n"
            yield f"{each} {kind}: {played(site, seconds, pause)}"
        finally:
            crowd.kill()
            crowd.wait()
    yield f"nobody else any more: {played(site, seconds, pause)}"


def played(site: RunningSite, seconds: float, pause: float) -> str:
    """How long twenty people at ten tables waited for their boards, and the memory of the web process."""
    from tests.bench import playing
    from tests.bench.load import Evening, in_figures, play_all

    tables = [playing.new_table("maya", 2, number) for number in range(TABLES)]
    evening = Evening(time.monotonic() + seconds, pause, site.port)
    began, used = time.monotonic(), site_cpu(site.command)
    asyncio.run(play_all(evening, tables, 0, dict))
    busy = (site_cpu(site.command) - used) / (time.monotonic() - began)
    return f"{in_figures(evening.times)}, {evening.late} lost; {busy:.2f} processors, web process {memory(site):.0f} MB"


def main() -> None:
    """Attack a site of its own, and print the results."""
    parser = ArgumentParser(prog="python -m tests.bench.strangers", description=__doc__)
    parser.add_argument("--each", type=int, default=200, help="strangers of each kind")
    parser.add_argument("--seconds", type=float, default=30.0, help="in which people play beside each kind")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds in which people think")
    parser.add_argument("--only", choices=("attacks", "crowds"))
    parser.add_argument("--hold", choices=KINDS, help="be a crowd of this kind at another site")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--code", default="")
    asked = parser.parse_args()
    if asked.hold:
        hold(asked.hold, asked.port, asked.code, asked.each)
    with whole_site(WEB_PROCESSES="1") as site:
        if asked.only != "crowds":
            for line in attacks(site):
                print(line, flush=True)
        if asked.only != "attacks":
            for line in crowds(site, asked.each, asked.seconds, asked.pause):
                print(line, flush=True)
        print(f"{site.log().count('Traceback')} tracebacks in the log of the site")


if __name__ == "__main__":
    main()
