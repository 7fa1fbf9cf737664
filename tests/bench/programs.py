"""What programs cost a site: an action of the API and the event that tells the other program of it, and open streams.

    .venv/bin/python -m tests.bench.programs requests [--tables N]
    .venv/bin/python -m tests.bench.programs actions [--tables N]
    .venv/bin/python -m tests.bench.programs streams [--open N]

`requests` goes through Django's test client: all of the site's middlewares, database and channel layer, but no
server. On a busy machine these are the figures to read. In `actions` two programs play each game at random on a
running site, one table after the other; each action is over when the other program has its event. It hears of it by
`events` (then an action that leaves the turn where it is has no event) or by `matches/<code>/events`, where every
action has one, with the whole match as the other seat sees it. Processor time is that of all processes of the site,
their other work included: web, workers, beat, Valkey. In `streams` programs open streams and keep them open: printed
are the memory of the site's processes, what idle streams cost, and how soon the two at a table hear of an action.
"""

from __future__ import annotations

import json
import resource
import socket
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection
from random import Random
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from tests.bench.house import house, whole_site
from tests.bench.processes import site_cpu, site_memory
from tests.stack.site import PATIENCE, RunningSite

if TYPE_CHECKING:
    from games.models import Match

TABLES, OPEN = 8, 10_000
KINDS = ("events", "match events")
OF_A_TOKEN, OF_AN_ADDRESS = 20, 50
"""Streams that are opened with one token and from one address: below the site's bounds."""
IDLE = 45
"""Seconds in which idle streams are measured: each hears a heartbeat every fifteen to twenty."""
MEGABYTE = 2**20


@dataclass(frozen=True)
class Table:
    """A running match, and the token of the program at each seat."""

    match: Match
    tokens: tuple[str, ...]


class Stream:
    """An open stream of the API."""

    def __init__(self, port: int, path: str, token: str, address: str = "127.0.0.1") -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0))
        self._line.request("GET", f"/api/v1/{path}", headers=_headers(port, token))
        self._answer = self._line.getresponse()
        assert self._answer.status == 200, self._answer.read()

    def hear(self, kinds: Sequence[str], ply: int) -> None:
        """Read on to an event of one of these kinds that is at least at this ply."""
        for said in self._answer:
            event: dict[str, Any] = json.loads(said) if said.strip() else {"type": ""}
            if event["type"] in kinds and event["ply"] >= ply:
                return
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        """Leave it."""
        self._answer.close()
        self._line.close()


def main() -> None:
    """Measure on a site of its own."""
    parser = ArgumentParser(prog="python -m tests.bench.programs", description=__doc__)
    parser.add_argument("what", choices=("requests", "actions", "streams"))
    parser.add_argument("--tables", type=int, default=TABLES, help="so many of each game, one after the other")
    parser.add_argument("--open", type=int, default=OPEN, help="so many streams")
    parser.add_argument("--idle", type=float, default=IDLE, help="seconds in which idle streams are measured")
    asked = parser.parse_args()
    if asked.what == "requests":
        with house():
            _tell(requests(asked.tables))
    elif asked.what == "actions":
        with whole_site() as site:
            _tell(actions(site, asked.tables))
    else:
        with whole_site(WEB_PROCESSES="1", AI_PROCESSES="1") as site:
            _tell(streams(site, asked.open, asked.idle))


def _tell(lines: Iterator[str]) -> None:
    for line in lines:
        print(line, flush=True)


# --- requests ---------------------------------------------------------------------------------------------------------


def requests(count: int) -> Iterator[str]:
    """Play `count` tables of each game, and report the processor time of `play` and of the other program's next event.

    The first table only warms the process up.
    """
    from django.test import Client

    from games.api.v1 import news
    from games.engine import GAMES
    from games.selectors.access import seats_of
    from games.selectors.position.engines import game_of, state_of

    for key in GAMES:
        plays: list[float] = []
        events: list[float] = []
        for number in range(count + 1):
            table, chance = new_table(key, number), Random(number)
            path = f"/api/v1/matches/{table.match.code}/play"
            users = [seat.user for seat in seats_of(table.match) if seat.user is not None]
            clients = [Client(HTTP_HOST="localhost", headers=_headers(80, token)) for token in table.tokens]
            marks = [news.of_person(user, "").mark for user in users]
            game, state, ply = game_of(table.match), state_of(table.match), table.match.ply
            while (mover := game.to_move(state)) is not None:
                action, began = chance.choice(game.legal_actions(state)), time.process_time()
                body = {"action": str(action), "ply": ply}
                assert clients[mover].post(path, body, content_type="application/json").status_code == 200
                played = time.process_time()
                marks[1 - mover] = news.since(users[1 - mover], marks[1 - mover]).mark
                if number:
                    plays.append(played - began)
                    events.append(time.process_time() - played)
                state, ply = game.apply(state, action), ply + 1
                while len(legal := game.legal_actions(state)) == 1:
                    state, ply = game.apply(state, legal[0]), ply + 1
        yield (
            f"{key}: play {median(plays) * 1000:.2f} ms, the other program's event {median(events) * 1000:.2f} ms of "
            f"processor (medians of {len(plays)}; means {fmean(plays) * 1000:.2f} and {fmean(events) * 1000:.2f} ms)"
        )


# --- actions ----------------------------------------------------------------------------------------------------------


def actions(site: RunningSite, count: int) -> Iterator[str]:
    """Play `count` tables of each game with streams of each kind; the first table only warms the site up."""
    from games.engine import GAMES

    for kind in KINDS:
        for game in GAMES:
            times: list[float] = []
            used = 0.0
            for number in range(count + 1):
                taken, spent = _played(site, new_table(game, number), kind, Random(number))
                if number:
                    times += taken
                    used += spent
            times.sort()
            yield (
                f"{game}, {kind}: {used / len(times) * 1000:.2f} ms of processor an action, {len(times)} actions, "
                f"p50 {times[len(times) // 2] * 1000:.0f} ms, p95 {times[int(len(times) * 0.95)] * 1000:.0f} ms"
            )


def new_table(game: str, number: int) -> Table:
    """A running match of two new people, each with a token."""
    from accounts.models import User
    from accounts.tokens import token_create
    from games.selectors.access import seats_of
    from games.services.lobby.matches import match_create, match_join

    stamp = time.time_ns()
    host, guest = (User.objects.create_user(f"p{stamp:x}-{number}-{seat}") for seat in range(2))
    match = match_join(match=match_create(host=host, game=game, others=[None]), user=guest)
    users = [seat.user for seat in seats_of(match)]
    return Table(match, tuple(_token(user, token_create) for user in users))


def _token(user: Any, create: Any) -> str:
    secret: str = create(user=user, name="bench", scopes=["read", "play"], days=None)[1]
    return secret


def _played(site: RunningSite, table: Table, kind: str, chance: Random) -> tuple[list[float], float]:
    """Seconds of each action of a whole match until the other program has its event, and the site's processor time."""
    from games.selectors.position.engines import game_of, state_of

    match, times = table.match, []
    path = f"matches/{match.code}/events" if kind == KINDS[1] else "events"
    with ExitStack() as many:
        streams = [Stream(site.port, path, token) for token in table.tokens]
        for stream in streams:
            many.callback(stream.close)
        line = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        many.callback(line.close)
        game, state, ply = game_of(match), state_of(match), match.ply
        before = site_cpu(site.command)
        while (mover := game.to_move(state)) is not None:
            action = chance.choice(game.legal_actions(state))
            began = time.perf_counter()
            _play(line, site.port, table, mover, str(action), ply)
            state, at, ply = game.apply(state, action), ply, ply + 1
            while len(legal := game.legal_actions(state)) == 1:
                state, ply = game.apply(state, legal[0]), ply + 1
            if kind == KINDS[1]:
                streams[1 - mover].hear(["entry"], at)
            elif game.to_move(state) == 1 - mover:
                streams[1 - mover].hear(["turn", "question"], ply)
            times.append(time.perf_counter() - began)
        return times, site_cpu(site.command) - before


def _play(line: HTTPConnection, port: int, table: Table, seat: int, action: str, ply: int) -> None:
    body = json.dumps({"action": action, "ply": ply})
    headers = _headers(port, table.tokens[seat]) | {"Content-Type": "application/json"}
    line.request("POST", f"/api/v1/matches/{table.match.code}/play", body, headers)
    answer = line.getresponse()
    said = answer.read()
    assert answer.status == 200, said


def _headers(port: int, token: str) -> dict[str, str]:
    return {"Host": f"localhost:{port}", "Authorization": f"Bearer {token}"}


# --- streams ----------------------------------------------------------------------------------------------------------


def streams(site: RunningSite, count: int, idle: float) -> Iterator[str]:
    """Open so many streams, most of them idle, and report memory, processor time and delay."""
    from accounts.models import User
    from accounts.tokens import token_create

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, count + 500)), hard))
    people = -(-count // OF_A_TOKEN)
    users = User.objects.bulk_create(User(username=f"Listener-{number}") for number in range(people))
    tokens = [_token(user, token_create) for user in User.objects.filter(pk__in=[user.pk for user in users])]
    table = new_table("rapa_nui", 0)
    before = memory_of(site)
    with ExitStack() as many:
        began, used = time.monotonic(), site_cpu(site.command)
        held = [many.enter_context(_idle_stream(site.port, number, tokens)) for number in range(count)]
        seconds, spent = time.monotonic() - began, site_cpu(site.command) - used
        yield f"{count} streams opened in {seconds:.0f} s, {spent / count * 1000:.1f} ms of processor each"
        began, used = time.monotonic(), site_cpu(site.command)
        while time.monotonic() < began + idle:
            _read(held)
            time.sleep(0.5)
        seconds, spent = time.monotonic() - began, site_cpu(site.command) - used
        yield f"idle for {seconds:.0f} s they take {spent / seconds:.2f} processors"
        for part, bytes_now in memory_of(site).items():
            grown = bytes_now - before.get(part, 0)
            yield (
                f"{part}: {before.get(part, 0) / MEGABYTE:.0f} MB before, {bytes_now / MEGABYTE:.0f} MB with them, "
                f"{grown / count / 1024:.1f} kB a stream"
            )
        times = sorted(_played(site, table, KINDS[0], Random(1))[0])
        yield f"beside them an action is heard of in {times[len(times) // 2] * 1000:.0f} ms (median of {len(times)})"
        _read(held)
        yield f"{sum(_is_open(stream) for stream in held)} of them are open at the end"


def memory_of(site: RunningSite) -> dict[str, int]:
    """Resident bytes of the web process and of Valkey, and of everything else together."""
    parts = {site.process_of(part): part for part in ("web-1", "valkey")}
    found = dict.fromkeys([*parts.values(), "everything else"], 0)
    for process, resident in site_memory(site.command).items():
        found[parts.get(process, "everything else")] += resident
    return found


def _idle_stream(port: int, number: int, tokens: Sequence[str]) -> socket.socket:
    """The stream of this number, once its first event has come."""
    place = number // OF_AN_ADDRESS
    connection = socket.socket()
    connection.bind((f"127.1.{place // 200}.{place % 200 + 1}", 0))
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", port))
    headers = "".join(f"{name}: {value}\r\n" for name, value in _headers(port, tokens[number // OF_A_TOKEN]).items())
    connection.sendall(f"GET /api/v1/events HTTP/1.1\r\n{headers}\r\n".encode())
    said = b""
    while b'"ready"' not in said:
        more = connection.recv(65536)
        said += more
        assert more, said
        assert b" 429 " not in more, said
    connection.setblocking(False)
    return connection


def _read(held: Sequence[socket.socket]) -> None:
    """Take what has come."""
    for connection in held:
        try:
            connection.recv(65536)
        except BlockingIOError:
            continue


def _is_open(connection: socket.socket) -> bool:
    try:
        return bool(connection.recv(65536, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


if __name__ == "__main__":
    main()
