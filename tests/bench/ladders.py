"""A ladder with thousands of people: the cost of its page, of a challenge and of the upkeep.

    .venv/bin/python -m tests.bench.ladders [--people 3000] [--rounds 10]

On SQLite in a folder of its own, or in the (empty, migrated by this) database of DATABASE_URL. Prints the median
processor time of each; tests pin how many queries they take.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from tests.bench.house import house

GAME = "maya"
AT_IT = 5
"""One person in this many has an open challenge."""


def main() -> None:
    """Fill a ladder, then print the cost of everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=10)
    chosen = parser.parse_args()
    with house():
        _measure(chosen.people, chosen.rounds)


def _measure(number: int, rounds: int) -> None:
    from django.test import Client

    from accounts.models import User
    from ladders.models import Rung
    from ladders.services.challenging import bout_challenge
    from ladders.services.results import ladders_go_on
    from ladders.services.upkeep import ladder_keep_up

    ladder = _fill(number)
    middle = User.objects.get(username=f"p{number // 2}")
    client = Client(SERVER_NAME="localhost")
    client.force_login(middle)
    print(f"{number} people on one ladder")
    _print("upkeep", rounds, lambda: ladder_keep_up(ladder=ladder))
    _print("looking for what is decided", rounds, ladders_go_on)

    def page() -> None:
        assert client.get(f"/ladders/{GAME}/").status_code == 200

    _print("page of somebody in the middle", rounds, page)
    rungs = list(Rung.objects.filter(ladder=ladder, is_house=False).select_related("user").order_by("position"))
    pairs = iter([(rungs[at].user, rungs[at - 1].pk) for at in range(7, 7 + 5 * (rounds + 1), 5)])

    def challenge() -> None:
        user, rung = next(pairs)
        bout_challenge(ladder=ladder, user=user, rung=rung)

    _print("a challenge", rounds, challenge)


def _fill(number: int) -> Any:
    from django.utils import timezone

    from accounts.models import User
    from ladders.models import Bout, Rung
    from ladders.selectors import answer_by
    from ladders.services.joining import ladder_ensure

    ladder = ladder_ensure(game=GAME)
    User.objects.bulk_create(User(username=f"p{place}") for place in range(number))
    people = list(User.objects.filter(username__startswith="p", level="").order_by("pk"))
    Rung.objects.bulk_create(Rung(ladder=ladder, user=user, position=place) for place, user in enumerate(people, 1))
    rungs = list(Rung.objects.filter(ladder=ladder).order_by("position"))
    rng, now = Random(1), timezone.now()
    chosen = rng.sample(range(5, number), number // AT_IT)
    Bout.objects.bulk_create(
        Bout(
            ladder=ladder,
            challenger=people[at],
            challenged=people[at - 2],
            below=rungs[at],
            above=rungs[at - 2],
            answer_by=answer_by(now),
        )
        for at in chosen
    )
    return ladder


def _print(name: str, rounds: int, work: Callable[[], object]) -> None:
    work()
    spent = []
    for _round in range(rounds):
        began = time.process_time()
        work()
        spent.append((time.process_time() - began) * 1000)
    print(f"{name}: {statistics.median(spent):.1f} ms of processor", flush=True)


if __name__ == "__main__":
    main()
