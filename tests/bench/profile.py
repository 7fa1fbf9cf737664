"""Where the server's time goes in one request of the hot path: a profile, and what it costs.

    .venv/bin/python -m tests.bench.profile play --table princes:5 --ply 60

plays a match at random up to that ply, then makes the same request many times through Django's test client: no server
and no socket, but all of the site's middleware, database and channel layer. Prints queries, bytes, processor time and
the functions that took most of it, including what they call.
"""

import cProfile
import pstats
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.bench.house import house

SWAP = {"HX-Request": "true"}
WHAT = {
    "play": "post an action and get the new board",
    "told": "post an action and get no board, as a page without JavaScript does before it is sent on",
    "board": "get the board, as a page that has heard news does",
    "page": "get the whole page",
    "poll": "ask for news where there is none",
    "replay": "get a step of the replay",
    "robots": "get robots.txt: what any request costs",
}
TIMED, PROFILED = 30, 10
SPAN = 10
"""Boards come from this many plies in a row, as one with many choices costs more than one that waits."""


def main() -> None:
    """Profile what the command line asks for."""
    parser = ArgumentParser(prog="python -m tests.bench.profile", description=__doc__)
    parser.add_argument("what", choices=WHAT, help="; ".join(f"{name}: {words}" for name, words in WHAT.items()))
    parser.add_argument("--table", default="rapa_nui:2", metavar="GAME:SEATS")
    parser.add_argument("--ply", type=int, default=30, help="how long the match is before")
    parser.add_argument("--lines", type=int, default=40, help="how many functions are printed")
    asked = parser.parse_args()
    game, seats = asked.table.split(":")
    with house():
        _profile(asked.what, game, int(seats), asked.ply, asked.lines)


def _profile(what: str, game: str, seats: int, ply: int, lines: int) -> None:
    asking = asked_for(what, game, seats, ply)
    cost = cost_of(asking)
    print(f"{WHAT[what]}: {cost.queries} queries, {cost.size} bytes")
    print(f"{cost.middle:.1f} ms of processor (median of {TIMED}), at least {cost.least:.1f}")
    profile = cProfile.Profile()
    for _time in range(PROFILED):
        ask = next(asking)
        profile.enable()
        ask()
        profile.disable()
    pstats.Stats(profile).sort_stats("cumulative").print_stats(lines)


@dataclass(frozen=True)
class Cost:
    """The cost of one request on the server: queries, bytes of the response, milliseconds of processor time."""

    queries: int
    size: int
    middle: float
    least: float


def cost_of(asking: Iterator[Callable[[], Any]]) -> Cost:
    """The cost of a request, from making several, each of them once."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _warm in range(3):
        next(asking)()
    ask = next(asking)
    with CaptureQueriesContext(connection) as captured:
        response = ask()
    queries, times = len(captured), []  # counted now: the next request forgets them
    for _time in range(TIMED):
        ask = next(asking)
        began = time.process_time()
        ask()
        times.append((time.process_time() - began) * 1000)
    return Cost(queries, len(response.content), statistics.median(times), min(times))


def asked_for(what: str, game: str, seats: int, ply: int) -> Iterator[Callable[[], Any]]:
    """An endless series of requests in a match of its own, each to be made once. Needs Django to be set up.

    After the end of a match it continues with a new one. Never yields if random games are shorter than `ply` actions.
    """
    from django.test import Client

    from accounts.models import User
    from games.models import Match
    from games.selectors.access import seats_of
    from games.selectors.position.engines import game_of, state_of
    from games.services.lobby.matches import match_create, match_join
    from games.services.play.turns import play

    stamp = time.time_ns()
    users = [User.objects.create_user(f"bench-{stamp}-{number}") for number in range(seats)]
    clients = {user.pk: Client(HTTP_HOST="localhost") for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    chance, match = Random(1), None

    def decision(match: Match) -> tuple[User, str]:
        assert match.to_move is not None
        mover = seats_of(match)[match.to_move].user
        assert mover is not None
        return mover, str(chance.choice(game_of(match).legal_actions(state_of(match))))

    def play_on(match: Match) -> Match:
        mover, action = decision(match)
        return play(match=match, user=mover, text=action, ply=match.ply)

    while True:
        if match is None or match.to_move is None:
            match = match_create(host=users[0], game=game, others=[None] * (seats - 1))
            for user in users[1:]:
                match = match_join(match=match, user=user)
        while match.to_move is not None and match.ply < ply:
            match = play_on(match)
        while match.to_move is not None and what in ("play", "told"):
            mover, action = decision(match)
            form = {"action": action, "ply": match.ply}
            headers = SWAP if what == "play" else {}
            yield _later(clients[mover.pk].post, f"{match.get_absolute_url()}play/", form, headers=headers)
            match.refresh_from_db()
        if match.to_move is None:
            continue
        address, reader = match.get_absolute_url(), clients[users[0].pk]
        paths: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
            "board": (address, {}, SWAP),
            "page": (address, {}, {}),
            "poll": (address, {"ply": match.ply}, SWAP),
            "replay": (f"{address}replay/", {"step": ply // 2}, SWAP),
            "robots": ("/robots.txt", {}, {}),
        }
        path, query, headers = paths[what]
        yield _later(reader.get, path, query, headers=headers)
        if what == "board":
            match = play_on(match) if match.ply < ply + SPAN else None


def _later(ask: Callable[..., Any], *arguments: Any, **named: Any) -> Callable[[], Any]:
    return lambda: ask(*arguments, **named)


if __name__ == "__main__":
    main()
