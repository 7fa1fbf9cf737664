"""`make bench`: the engine, the pages, and parallel matches on a running site of its own.

.venv/bin/python -m tests.bench [--seconds S] [--decisions N] [--levels LEVEL ...] [--parallel N ...]

Without options it takes some minutes. A glance: `--seconds 1 --decisions 1 --levels casual --parallel 1`.
"""

import os
from argparse import ArgumentParser

from games.ai import LEVELS
from tests.bench import analysis, engine_speed, matches, thinking
from tests.bench.house import whole_site
from tests.bench.measured import HEAD, line


def main() -> None:
    """Print all measurements. The clients run on the same machine, so the site has only part of it."""
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--seconds",
        type=float,
        help=f"of each measurement: {engine_speed.SECONDS:g} of the engine, {matches.SECONDS:g} of the matches",
    )
    parser.add_argument("--decisions", type=int, default=thinking.DECISIONS, help="that are measured of each game")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS, help="of the computer players: all")
    parser.add_argument("--parallel", type=int, nargs="+", default=matches.PARALLEL, help="so many matches at once")
    asked = parser.parse_args()
    print(f"Processors: {os.cpu_count()}\n\nEngine, random play on one processor")
    engine_speed.measure(asked.seconds or engine_speed.SECONDS)
    print("\nComputer players, one decision")
    thinking.measure(asked.decisions, asked.levels)
    print("\nAnalysis of a match")
    analysis.measure(asked.decisions)

    with whole_site() as site:
        from tests.bench import pages

        print("\nServer side of a request")
        for name, (queries, milliseconds) in pages.measure().items():
            print(f"{name}: {queries} queries, {milliseconds:.1f} ms")
        print(f"\nParallel matches (tests/bench/matches.py says what is measured)\n{HEAD}")
        seconds = asked.seconds or matches.SECONDS
        for measured in matches.measure_all(site, matches.WHAT, matches.TABLES, asked.parallel, seconds):
            print(line(measured.facts), flush=True)


if __name__ == "__main__":
    main()
