"""Parallel matches on the running site: how many actions per second are stored and delivered, and what one costs.

    .venv/bin/python -m tests.bench.matches [--parallel N ...] [--tables GAME:SEATS ...] [--seconds S] [--json]

Measured in two ways, both from sending the action: `told`, until it is stored and all players have the message on their
sockets; `shown`, until all of them also have the new board, drawn by the server as the pages show it. Processor time is
that of all processes of the site (web, workers, beat, Valkey); the client runs on the same machine, so the site has
only part of it. Bytes are those of all players together. DATABASE_URL may name an empty database to use instead of
SQLite.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

from tests.bench.house import whole_site
from tests.bench.measured import HEAD, Measured, line
from tests.stack.site import RunningSite

PARALLEL = (1, 10, 50)
TABLES = ("rapa_nui:2", "machu_picchu:2", "maya:2", "princes:2", "princes:5")
SECONDS = 6.0
WHAT = ("told", "shown")
WARMING = 4
"""Matches played before anything is measured, so that what each process creates at first use exists."""


def main() -> None:
    """Start a site of its own and print a line for each measurement."""
    parser = ArgumentParser(prog="python -m tests.bench.matches", description=__doc__)
    parser.add_argument("--parallel", type=int, nargs="+", default=PARALLEL, help="so many matches at once")
    parser.add_argument("--tables", nargs="+", default=TABLES, metavar="GAME:SEATS", help="which games, for how many")
    parser.add_argument("--watchers", type=int, default=0, help="so many who watch each match, and see each action too")
    parser.add_argument("--what", nargs="+", choices=WHAT, default=WHAT)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each measurement")
    parser.add_argument("--json", action="store_true", help="print each as a line of JSON")
    asked = parser.parse_args()
    with whole_site() as site:
        if not asked.json:
            print(HEAD)
        for measured in measure_all(site, asked.what, asked.tables, asked.parallel, asked.seconds, asked.watchers):
            print(json.dumps(measured.facts) if asked.json else line(measured.facts), flush=True)


def measure_all(
    site: RunningSite,
    whats: Sequence[str],
    tables: Sequence[str],
    parallels: Sequence[int],
    seconds: float,
    watchers: int = 0,
) -> Iterator[Measured]:
    """Every measurement in turn, on a warm site: each game is first played and drawn for a moment."""
    from tests.bench import playing

    for table in tables:
        game, seats = table.split(":")
        playing.measure(site, "shown", game, int(seats), WARMING, min(1, seconds))
    for what in whats:
        for table in tables:
            game, seats = table.split(":")
            for parallel in parallels:
                yield playing.measure(site, what, game, int(seats), parallel, seconds, watchers)


if __name__ == "__main__":
    main()
