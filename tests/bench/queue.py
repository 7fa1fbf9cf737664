"""Many matches against a computer player at once on the running site: how long people wait for its answers.

python -m tests.bench.queue [MATCHES] [LEVEL] [SECONDS]

The people answer at once and at random, unlike real people, so nearly all matches are in the queue all the time.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from random import Random
from statistics import median

from games.ai import LEVELS
from games.console import arguments
from tests.bench.house import whole_site

MATCHES = 50
LEVEL = "solid"
SECONDS = 60.0


def main() -> None:
    """Print the number of answers, and how long each took after the action before it."""
    parser = ArgumentParser(prog="python -m tests.bench.queue", description=__doc__)
    parser.add_argument("matches", nargs="?", type=arguments.positive, default=MATCHES, help="at once")
    parser.add_argument("level", nargs="?", choices=LEVELS, default=LEVEL, help="of the computer player")
    parser.add_argument("seconds", nargs="?", type=arguments.seconds, default=SECONDS, help="in which people play")
    asked = parser.parse_args()
    with whole_site():
        print(report(asked.matches, asked.level, asked.seconds))


def report(matches: int, level: str, seconds: float) -> str:
    """Play `matches` matches for `seconds`. Returns the figures in one line."""
    given, due = _waits(_play(matches, level, seconds))
    waits = sorted(given + due)
    slowest = waits[int(len(waits) * 0.95)]
    return (
        f"{matches} matches against {level}: {len(given)} answers in {seconds:.0f} s, {len(due)} still due, waited for "
        f"{median(waits):.1f} s (median), {slowest:.1f} s (p95), {waits[-1]:.1f} s (longest)"
    )


def _play(number: int, level: str, seconds: float) -> list[int]:
    """Play matches in which the people answer at once, until time is up. Returns their keys."""
    from accounts.models import User
    from accounts.selectors import computer_player
    from common.refusals import Refused
    from games.models import Action, Match
    from games.services.lobby.matches import match_create
    from games.services.lobby.terms import TableTerms
    from tests.games.playing import legal, play_once

    rival = computer_player(level)
    assert rival is not None
    games = ("rapa_nui", "machu_picchu", "maya", "princes")
    rng = Random(1)

    def new_match(place: int) -> int:
        host = User.objects.create_user(f"bench-{time.time_ns()}")
        terms = TableTerms(pace="none")
        return match_create(host=host, game=games[place % len(games)], others=[rival], terms=terms).pk

    def play_on(keys: list[int]) -> None:
        for match in Match.objects.filter(pk__in=keys, status=Match.Status.RUNNING, asked_at=None):
            try:
                play_once(match, rng.choice(legal(match)))
            except Refused:  # the computer player was asked in the meantime
                continue
        time.sleep(0.05)

    warming = [new_match(0)]  # until the thinking process has started and has answered once
    while not Action.objects.filter(
        match__in=warming, source=Action.Source.COMPUTER, thought_ms__isnull=False
    ).exists():
        play_on(warming)
    keys = [new_match(place) for place in range(number)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        play_on(keys)
    return keys


def _waits(keys: list[int]) -> tuple[list[float], list[float]]:
    """The seconds from the action before to each answer of a computer player; and until now, for answers still due."""
    from django.utils import timezone

    from games.models import Action, Match

    given, due = [], []
    for key in keys:
        actions = list(Action.objects.filter(match=key).order_by("ply").values_list("source", "made_at"))
        for (_, before), (source, made_at) in zip(actions, actions[1:], strict=False):
            if source == Action.Source.COMPUTER:
                given.append((made_at - before).total_seconds())
    asked = Match.objects.filter(pk__in=keys, asked_at__isnull=False).values_list("to_move_since", flat=True)
    for at in asked:
        assert at is not None
        due.append((timezone.now() - at).total_seconds())
    return given, due


if __name__ == "__main__":
    main()
