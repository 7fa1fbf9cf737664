"""The archive and the other lists with many players and matches: `python -m tests.bench.archive --times 10`.

On SQLite in a folder of its own, or in the (empty, migrated by this) database of DATABASE_URL. Every page is requested
through all middleware, logged in except for one; the archive with every filter, on its first page and from the middle.
"""

import argparse
import os
import statistics
import time
from typing import Any

from tests.bench.house import house
from tests.bench.ratings import fill, timed

ROUNDS = 15
TABLES = 200
MOST_RATED = 100_000
"""With more matches than this, ratings, which have their own bench, are not computed: it would take hours."""


def main() -> None:
    """Fill a database, then print the time of each page."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.archive", description=__doc__)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=1, help="copy every match so often inside the database")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="ask for every page so often")
    chosen = parser.parse_args()
    with house():
        _fill_and_measure(chosen.users, chosen.matches, chosen.times, chosen.rounds)


def _fill_and_measure(users: int, matches: int, times: int, rounds: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    count = matches * times
    print(f"{connection.vendor}: {users} players, {count} matches, processors: {os.cpu_count()}")
    timed("fill", lambda: fill(users, matches))
    if times > 1:
        timed("copy", lambda: multiply(times))
    elif count <= MOST_RATED:
        timed("compute the ratings", lambda: call_command("ratings_rebuild"))
    open_tables()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    measure(rounds)


def multiply(times: int) -> None:
    """Copy matches and seats inside the database until there are `times` as many: a million take a minute or two."""
    from django.db import connection
    from django.db.models import Max

    from games.models import Match, Seat

    matches = Match.objects.aggregate(last=Max("pk"))["last"]
    with connection.cursor() as cursor:
        for model, changed in ((Match, {"code": "%s || code"}), (Seat, {"match_id": "match_id + %s"})):
            step = model.objects.aggregate(last=Max("pk"))["last"]
            columns = [field.column for field in model._meta.concrete_fields]
            taken = ", ".join({"id": "id + %s"}.get(column) or changed.get(column) or column for column in columns)
            for copy in range(1, times):
                given = {"id": step * copy, "code": f"{copy}", "match_id": matches * copy}
                values = [given[column] for column in columns if column == "id" or column in changed]
                cursor.execute(
                    f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) "
                    f"SELECT {taken} FROM {model._meta.db_table} WHERE id <= %s",
                    [*values, step],
                )
        if connection.vendor == "postgresql":
            for model in (Match, Seat):
                table = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def open_tables() -> None:
    """Open tables that wait for players, and start some matches, for home and lobby to show."""
    from accounts.models import User
    from games.services.lobby.matches import match_create, match_join

    hosts = list(User.objects.filter(level="").order_by("pk")[:TABLES])
    for host, guest in zip(hosts, hosts[1:] + hosts[:1], strict=True):
        match_create(host=host, game="maya", others=[None])
        match_join(match=match_create(host=host, game="rapa_nui", others=[None]), user=guest)


def measure(rounds: int) -> None:
    """Print queries and milliseconds of every page."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Match
    from games.selectors.ratings import leaderboards

    season = leaderboards.seasons("rapa_nui", timezone.now())[-1]
    people = User.objects.filter(level="").count()
    names = ("player0", f"player{people // 2}", "Owl")
    busy, usual, owl = (User.objects.get(username=name) for name in names)
    finished = Match.objects.filter(status="finished").order_by("finished_at", "pk")
    middle = finished[finished.count() // 2]
    half = f"&after={middle.finished_at.isoformat()}~{middle.pk}".replace("+", "%2B") if middle.finished_at else ""
    day = f"{middle.finished_at:%Y-%m-%d}"
    filters = {
        "everything": "",
        "a game": "game=maya",
        "a game, seats": "game=maya&seats=4",
        "a game, a rare end": "game=princes&reason=conquest",
        "a game, a variant": "game=princes&variant=start%3Dbeginner",
        "seats": "seats=5",
        "a month": f"since={day[:8]}01&until={day}",
        "a game, seats, a variant, an end": "game=princes&seats=5&variant=start%3Dbeginner&reason=conquest",
        "a variant that nobody plays": "game=maya&variant=setup%3Dbuild",
        f"a player with {busy.seats.count()} games": f"player={busy.username}",
        f"a player with {usual.seats.count()} games": f"player={usual.username}",
        f"a player with {usual.seats.count()} games, a game": f"player={usual.username}&game=princes",
        f"a computer player with {owl.seats.count()} games": f"player={owl.username}",
        "a computer player, a game, seats, an end": f"player={owl.username}&game=princes&seats=5&reason=conquest",
        "a computer player, a variant that nobody plays": f"player={owl.username}&game=maya&variant=setup%3Dbuild",
    }
    print_page("/ of a stranger", "/", None, rounds)
    boards = [f"/leaderboards/rapa_nui/{query}" for query in ("", "?around=me", "?seats=2", f"?season={season}")]
    for address in ("/", "/tables/", *boards, "/mine/", f"/people/{usual.username}/"):
        print_page(address, address, usual, rounds)
    print_page("/mine/ of the busiest", "/mine/", busy, rounds)
    for name, query in filters.items():
        print_page(f"archive: {name}", f"/archive/?{query}", usual, rounds)
        print_page(f"archive: {name}, from the middle", f"/archive/?{query}{half}", usual, rounds)


def print_page(name: str, address: str, reader: Any, rounds: int) -> None:
    """Request a page several times; print its time, and from one more request the number and time of its queries."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(HTTP_HOST="localhost")
    if reader is not None:
        client.force_login(reader)
    with CaptureQueriesContext(connection):
        assert client.get(address).status_code == 200, address
        queries = [float(query["time"]) * 1000 for query in connection.queries]
    times, ours = [], []
    for _round in range(rounds):
        started, busy = time.perf_counter(), time.process_time()
        client.get(address)
        times.append((time.perf_counter() - started) * 1000)
        ours.append((time.process_time() - busy) * 1000)
    print(
        f"{name}: {len(queries)} queries taking {sum(queries):.1f} ms, page {statistics.median(times):.1f} ms, "
        f"of it {statistics.median(ours):.1f} ms ours",
        flush=True,
    )


if __name__ == "__main__":
    main()
