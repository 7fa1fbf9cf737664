"""Every part is told to end and started again, one after another, while people play: nobody notices."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from machupicchu.serving.connection_limits import HEADER_SECONDS, LAST_SECONDS
from tests.stack.kept_connections import answer_on
from tests.stack.playing import join, open_table, person
from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

PARTS = ("web-1", "web-2", "ai", "default", "outside", "clocks", "beat")
TABLES = 3
RESTARTING = 1012
"""The code that closes a socket and makes the browser open a new one:
https://www.iana.org/assignments/websocket/.
"""


@pytest.fixture(scope="module")
def two_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with two web processes."""
    with RunningSite(tmp_path_factory.mktemp("rolling"), WEB_PROCESSES="2") as site:
        yield site


class Table:
    """Two people who play on until stopped, never send anything twice, and record every response."""

    def __init__(self, site: RunningSite, number: int) -> None:
        self.people = [person(site, f"{name}{number}") for name in ("alice", "bob")]
        self.played: dict[tuple[str, int], tuple[int, str]] = {}
        """Seat and action played, by match and place in its log."""
        self.answers: Counter[str] = Counter()
        self._begin()

    def _begin(self) -> None:
        host, guest = self.people
        self.code = open_table(host, "somebody")
        join(guest, self.code)

    def play_until(self, over: threading.Event) -> None:
        """Play one match after another: on a fast machine one match ends before every part has been restarted."""
        while not over.is_set():
            try:
                seen = self.people[0].match(self.code)
                if seen["status"] != "running":
                    self._begin()
                    continue
                self._act(self.people[seen["to_move"] != seen["seat"]])
            except Exception as trouble:
                self.answers[repr(trouble)] += 1

    def _act(self, visitor: Visitor) -> None:
        seen: dict[str, Any] = visitor.match(self.code)
        self.answers[str(visitor.get(f"/match/{self.code}/").status)] += 1
        answer = visitor.post(f"/match/{self.code}/play/", action=seen["legal"][0], ply=seen["ply"])
        self.answers[str(answer.status)] += 1
        if answer.status == 302:
            self.played[self.code, seen["ply"]] = (seen["seat"], seen["legal"][0])

    def stored(self) -> dict[tuple[str, int], tuple[int, str]]:
        """The site's entries at the places where something was played, as read by the player who played it.

        While a match is running, opponents are not shown every card.
        """
        logs = {}
        for code in {code for code, _ply in self.played}:
            for seen in (visitor.match(code) for visitor in self.people):
                logs[code, seen["seat"]] = seen["log"]
        entries = {(code, ply): logs[code, seat][ply] for (code, ply), (seat, _action) in self.played.items()}
        return {place: (entry["seat"], entry["action"]) for place, entry in entries.items()}


def restart(site: RunningSite, part: str) -> None:
    """Tell a part to end, as an update does; the supervisor starts it again."""
    old = site.process_of(part)
    os.kill(old, signal.SIGTERM)
    wait_until(lambda: site.process_of(part) != old, PATIENCE, site.log)


def test_no_visitor_sees_a_rolling_restart_and_no_action_is_lost(two_servers: RunningSite) -> None:
    tables = [Table(two_servers, number) for number in range(TABLES)]
    over = threading.Event()
    players = [threading.Thread(target=table.play_until, args=(over,)) for table in tables]
    for player in players:
        player.start()
    try:
        for part in (*PARTS, "web-1", "web-2"):
            restart(two_servers, part)
            two_servers.process_of(part)
            before = [len(table.played) for table in tables]
            wait_until(lambda before=before: _all_went_on(tables, before), PATIENCE, two_servers.log)
    finally:
        over.set()
        for player in players:
            player.join()
    answers = sum((table.answers for table in tables), Counter())
    assert set(answers) == {"200", "302"}, answers
    assert answers["302"] == sum(len(table.played) for table in tables), "every action has its own place in the log"
    assert [table.stored() for table in tables] == [table.played for table in tables]


def test_a_request_that_comes_while_the_process_ends_is_answered(two_servers: RunningSite) -> None:
    """On connections that are already open, before their first request and after it: none is cut off."""
    for _attempt in range(20):
        with suppress(CameTooLate):
            _ask_while_both_end(two_servers)
            return
    pytest.fail("nobody on this machine is quick enough to ask within a second")


class CameTooLate(Exception):
    """The requests were not sent while the process still answers them: this says nothing about the site."""


def _ask_while_both_end(site: RunningSite) -> None:
    page = b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as all_of_them:
        here = ("127.0.0.1", site.port)
        assert Visitor(site.url).get("/robots.txt").status == 200, "the site accepts connections"
        until = time.monotonic() + HEADER_SECONDS
        held = [all_of_them.enter_context(socket.create_connection(here, timeout=PATIENCE)) for _number in range(20)]
        for connection in held[::2]:
            connection.sendall(page)
            assert answer_on(connection).startswith(b"HTTP/1.1 ")
        for part in ("web-1", "web-2"):
            old = site.process_of(part)
            os.kill(old, signal.SIGTERM)
            _ask_all(held, page, min(until, _last_taking(site, old) + LAST_SECONDS))
            until = float("inf")  # none of them still waits for its first request
            for connection in [*held]:
                if b"connection: close" in answer_on(connection).lower():
                    held.remove(connection)
            wait_until(lambda part=part, old=old: site.process_of(part) != old, PATIENCE, site.log)
        assert held == [], "every connection belonged to one of the two processes"


def _last_taking(site: RunningSite, process: int) -> float:
    """Wait until a process accepts no more connections. Returns the last moment at which it still did."""
    looked = [time.monotonic()]

    def is_over() -> bool:
        looked.append(time.monotonic())
        return _takes_nobody(site.port, process)

    wait_until(is_over, PATIENCE, site.log)
    return looked[-2]


def _ask_all(connections: list[socket.socket], page: bytes, until: float) -> None:
    """Send a request on all connections before reading any response. Raises CameTooLate."""
    try:
        for connection in connections:
            connection.sendall(page)
    except ConnectionError:
        if time.monotonic() < until:
            raise
    if time.monotonic() >= until:
        raise CameTooLate


def test_sockets_are_told_that_the_server_restarts(two_servers: RunningSite) -> None:
    alice = person(two_servers, "alice")
    with alice.socket("/ws/me/") as heard:
        for part in ("web-1", "web-2"):
            restart(two_servers, part)
        with pytest.raises(ConnectionClosed) as closed:
            heard.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == RESTARTING


def _all_went_on(tables: list[Table], before: list[int]) -> bool:
    """Whether every table has played since `before`, or some player has met trouble."""
    went_on = all(len(table.played) > count for table, count in zip(tables, before, strict=True))
    return went_on or any(set(table.answers) - {"200", "302"} for table in tables)


def _takes_nobody(port: int, process: int) -> bool:
    """Whether a process no longer accepts connections at the port: it has begun to end."""
    listening = "0A"
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table]
    numbers = {row[9] for row in rows[1:] if row[1].endswith(f":{port:04X}") and row[3] == listening}
    try:
        files = [os.readlink(f"/proc/{process}/fd/{name}") for name in os.listdir(f"/proc/{process}/fd")]
    except FileNotFoundError:  # the process has ended, or closed a file meanwhile: then it is checked again
        return not os.path.exists(f"/proc/{process}")
    return not any(f"socket:[{number}]" in files for number in numbers)
