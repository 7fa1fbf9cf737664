"""Leaderboards, profiles and the rebuild with many players and matches: `python -m tests.bench.ratings`.

On SQLite in a folder of its own, or in the (empty, migrated by this) database of DATABASE_URL.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any

from tests.bench.house import house

GAMES_SEATS = (
    *(("rapa_nui", seats) for seats in (2, 3, 4)),
    *(("maya", seats) for seats in (2, 4)),
    ("machu_picchu", 4),
    *(("princes", seats) for seats in (3, 5)),
)
FIRST = datetime(2024, 1, 1, tzinfo=UTC)
ROUNDS = 20
MOST_AGAIN = 300
"""The most matches that are rated one by one."""
CHUNK = 2000


def main() -> None:
    """Fill a database, then print the time of everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="ask for every page so often")
    chosen = parser.parse_args()
    with house():
        _fill_and_measure(chosen.users, chosen.matches, chosen.rounds)


def _fill_and_measure(users: int, matches: int, rounds: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    print(f"{connection.vendor}: {users} players, {matches} matches, processors: {os.cpu_count()}")
    timed("fill", lambda: fill(users, matches))
    timed("compute everything from nothing", lambda: call_command("ratings_rebuild"))
    timed("compute everything again, compare", lambda: call_command("ratings_rebuild", "--check"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    measure(rounds)


def timed(name: str, work: Callable[[], Any]) -> None:
    """Do it once; print the seconds, and this process's own processor seconds: on a busy machine the truer number."""
    started, busy = time.perf_counter(), time.process_time()
    work()
    print(f"{name}: {time.perf_counter() - started:.1f} s, of it {time.process_time() - busy:.1f} s ours", flush=True)


def fill(users: int, matches: int) -> None:
    """Create members of different strength and activity, and finished rated matches among them and computer players."""
    from accounts.models import User
    from games.engine import GAMES
    from games.models import Match, RatedMatch, RatingLedger, Seat
    from games.models.rating import season_of

    rng = Random(1)
    User.objects.bulk_create(
        (User(username=f"player{number}", password="!", date_joined=FIRST) for number in range(users)), batch_size=CHUNK
    )
    computers = list(User.objects.exclude(level="").values_list("pk", flat=True))
    people = list(User.objects.filter(level="").order_by("pk").values_list("pk", flat=True))
    zeal = list(accumulate(1 / (1 + number) ** 0.7 for number in range(len(people))))
    strength = {pk: rng.gauss(0, 1) for pk in [*people, *computers]}
    numbers = dict.fromkeys(GAMES, 0)
    pace = timedelta(days=1000) / matches
    for start in range(0, matches, CHUNK):
        made, tables = [], []
        for number in range(start, min(matches, start + CHUNK)):
            game, seats = rng.choice(GAMES_SEATS)
            at = FIRST + pace * number
            made.append(
                Match(
                    code=f"bench{number}",
                    game=game,
                    seat_count=seats,
                    rules_version="1",
                    rated=True,
                    status="finished",
                    state={},
                    options="start=beginner" if game == "princes" and number % 10 == 0 else "",
                    reason=rng.choice(GAMES[game].REASONS),
                    finished_at=at,
                    started_at=at,
                )
            )
            chosen = set(rng.choices(people, cum_weights=zeal, k=seats - (rng.random() < 0.3)))
            while len(chosen) < seats:
                chosen.add(rng.choice([*computers, rng.choice(people)]))
            tables.append(rng.sample(sorted(chosen), seats))
        Match.objects.bulk_create(made)
        sitting, rated = [], []
        for match, table in zip(made, tables, strict=True):
            assert match.finished_at is not None
            numbers[match.game] += 1
            rated.append(
                RatedMatch(
                    match=match, game=match.game, number=numbers[match.game], season=season_of(match.finished_at)
                )
            )
            played = [strength[pk] + rng.gauss(0, 1) for pk in table]
            if (match.game, match.seat_count) == ("maya", 4):
                played = [played[seat % 2] for seat in range(4)]
            sitting += [
                Seat(
                    match=match,
                    number=seat,
                    user_id=pk,
                    points=0,
                    rank=1 + sum(other > played[seat] for other in played),
                    ended_at=match.finished_at,
                )
                for seat, pk in enumerate(table)
            ]
        Seat.objects.bulk_create(sitting)
        RatedMatch.objects.bulk_create(rated)
    RatingLedger.objects.bulk_create(
        RatingLedger(game=game, given=count, applied=count) for game, count in numbers.items()
    )


def measure(rounds: int) -> None:
    """Print queries and milliseconds of the pages, then the time to rate up to `MOST_AGAIN` matches one by one."""
    from django.db import connection
    from django.test import RequestFactory
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from accounts.selectors import computer_player
    from games.models import Rating, RatingChange, RatingLedger
    from games.pages.people import leaderboards, profiles
    from games.services.ratings.finished import ratings_apply
    from games.services.ratings.rebuild import ratings_rebuild

    ratings = Rating.objects.filter(game="rapa_nui", season="", seats=0).order_by("-standing", "id")
    deep = ratings[ratings.count() // 2]
    reader, frequent, owl = deep.user, User.objects.get(username="player0"), computer_player("strong")
    assert owl is not None
    factory = RequestFactory()
    cursor = f"{deep.standing!r}~{deep.pk}"

    def board(query: str = "") -> Any:
        request = factory.get(f"/leaderboards/rapa_nui/{query}")
        request.user = reader
        return leaderboards.leaderboard(request, "rapa_nui")

    def profile(user: User) -> Any:
        request = factory.get(f"/people/{user.username}/")
        request.user = reader
        return profiles.profile(request, user.username)

    pages: dict[str, Callable[[], Any]] = {
        "leaderboard": board,
        "leaderboard, from the middle": lambda: board(f"?after={cursor}"),
        "leaderboard, around me": lambda: board("?around=me"),
        "leaderboard, people only": lambda: board("?computers=hide"),
        "leaderboard, 2 seats": lambda: board("?seats=2"),
        "leaderboard, a season": lambda: board("?season=2026-3"),
        f"profile of somebody with {reader.seats.count()} games": lambda: profile(reader),
        f"profile of somebody with {frequent.seats.count()} games": lambda: profile(frequent),
        f"profile of a computer player with {owl.seats.count()} games": lambda: profile(owl),
    }
    for name, page in pages.items():
        times, ours = [], []
        for _round in range(rounds):
            with CaptureQueriesContext(connection) as captured:
                started, busy = time.perf_counter(), time.process_time()
                response = page()
                times.append((time.perf_counter() - started) * 1000)
                ours.append((time.process_time() - busy) * 1000)
            assert response.status_code == 200
        print(
            f"{name}: {len(captured)} queries, {statistics.median(times):.1f} ms, "
            f"of it {statistics.median(ours):.1f} ms ours",
            flush=True,
        )

    given = RatingLedger.objects.get(game="rapa_nui").given
    last = min(MOST_AGAIN, given)
    RatingChange.objects.filter(game="rapa_nui", number__gt=given - last).delete()
    RatingLedger.objects.filter(game="rapa_nui").update(applied=given - last)
    ratings_rebuild(game="rapa_nui", write=True)
    timed(f"rating {last} matches one by one after their ends", lambda: ratings_apply(game="rapa_nui"))
    timed("comparing with the history after that", lambda: ratings_rebuild(game="rapa_nui", write=False))


if __name__ == "__main__":
    main()
