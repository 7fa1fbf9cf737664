"""1,000 matches time out in the same second while people play: how long it takes to handle them, and who waits.

python -m tests.bench.time_outs [MATCHES] [SECONDS]

People play for SECONDS before the time runs out, and for at least as long while the matches are handed over.
"""

from __future__ import annotations

import os
import threading
import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import TYPE_CHECKING

from games.console import arguments
from tests.bench.house import whole_site

if TYPE_CHECKING:
    from games.models import Match

MATCHES = 1000
SECONDS = 5.0
PAUSE = 0.05
"""Seconds between two actions of the people who play."""


def main() -> None:
    """Print the seconds until the last match is handed over, and the time of actions before and meanwhile."""
    parser = ArgumentParser(prog="python -m tests.bench.time_outs", description=__doc__)
    parser.add_argument("matches", nargs="?", type=arguments.positive, default=MATCHES, help="that time out")
    parser.add_argument(
        "seconds", nargs="?", type=arguments.seconds, default=SECONDS, help="in which people play first"
    )
    asked = parser.parse_args()
    with whole_site():
        _measure(asked.matches, asked.seconds)


def _measure(matches: int, seconds: float) -> None:
    from django.utils import timezone

    from accounts.models import User
    from games.models import Match
    from games.services.lobby.matches import match_create, match_join
    from games.services.lobby.terms import TableTerms

    stamp = time.time_ns()
    one, two = (User.objects.create_user(f"bench-{stamp}-{number}") for number in range(2))

    def table() -> Match:
        # A new host for each table, as the number of tables that one person may have open is limited.
        host = User.objects.create_user(f"bench-{time.time_ns()}")
        return match_join(
            match=match_create(host=host, game="rapa_nui", others=[None], terms=TableTerms(pace="2d")), user=two
        )

    live = match_join(
        match=match_create(host=one, game="rapa_nui", others=[None], terms=TableTerms(pace="live")), user=two
    )
    tables = [table().pk for _number in range(matches)]
    quiet = _actions(live, seconds)
    second = timezone.now() + timedelta(seconds=1)
    Match.objects.filter(pk__in=tables).update(deadline=second)
    busy: list[float] = []
    playing = threading.Event()

    def play_on() -> None:
        while not playing.is_set():
            another = match_create(host=one, game="rapa_nui", others=[None], terms=TableTerms(pace="live"))
            busy.extend(_actions(match_join(match=another, user=two), seconds))

    player = threading.Thread(target=play_on, daemon=True)
    player.start()
    while waiting := Match.objects.filter(pk__in=tables, deadline=second).count():
        print(f"{(timezone.now() - second).total_seconds():5.1f} s: {waiting} wait", flush=True)
        time.sleep(1)
    taken = (timezone.now() - second).total_seconds()
    playing.set()
    player.join()
    print(f"{matches} matches handed over {taken:.1f} s after their time was out ({os.cpu_count()} processors)")
    for label, times in (("before", quiet), ("meanwhile", busy)):
        times.sort()
        middle, slow = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.95))
        figures = f"p50 {middle:.0f} ms, p95 {slow:.0f} ms, longest {times[-1] * 1000:.0f} ms"
        print(f"live actions {label}: {len(times)}, {figures}")


def _actions(match: Match, seconds: float) -> list[float]:
    """Play at random for `seconds`, or to the end. Returns the seconds of each action."""
    from random import Random

    from django.db import connection

    from tests.games.playing import legal, play_once

    rng, end = Random(1), time.monotonic() + seconds
    times: list[float] = []
    while time.monotonic() < end and match.status == "running":
        text = rng.choice(legal(match))
        began = time.perf_counter()
        match = play_once(match, text)
        times.append(time.perf_counter() - began)
        time.sleep(PAUSE)
    connection.close()
    return times


if __name__ == "__main__":
    main()
