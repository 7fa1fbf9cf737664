"""Measures everything that docs/performance.md reports, in one go, and writes it there.

    .venv/bin/python -m tests.bench.performance [--write] [--rounds N] [--seconds S] [--parallel N ...] [--tables …]

Prints the tables; with `--write` they replace those in docs/performance.md, each between two comments that mark its
place. The text around them stays as it is. With several rounds each figure is the median. Takes about seven
minutes a round; the machine should do nothing else. Without Node the comparison with boardgame.io is left as it was.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

from tests.bench import matches
from tests.bench.goals import Costs, goals
from tests.bench.house import whole_site
from tests.bench.measured import medians
from tests.bench.peers import __main__ as peers
from tests.bench.peers.server import missing
from tests.bench.profile import asked_for, cost_of
from tests.stack.site import ROOT, RunningSite

PAGE = ROOT / "docs" / "performance.md"
BLOCK = re.compile(r"(<!-- measured: (\w+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)
REQUESTS = (
    ("told", 30),
    ("play", 30),
    ("board", 20),
    ("board", 60),
    ("poll", 30),
    ("page", 30),
    ("replay", 30),
    ("robots", 30),
)
"""The requests measured, by their names in tests.bench.profile, each with the length of the match before it."""
LATEST = {"machu_picchu": 24}
"""The latest ply of a game that is shorter."""
NAMES = {"rapa_nui": "Rapa Nui", "machu_picchu": "Machu Picchu", "maya": "Maya", "princes": "The Princes"}


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = ArgumentParser(prog="python -m tests.bench.performance", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--rounds", type=int, default=1, help="everything is measured so many times")
    parser.add_argument("--seconds", type=float, default=matches.SECONDS, help="of each measurement of matches")
    parser.add_argument("--parallel", type=int, nargs="+", default=matches.PARALLEL, help="so many matches at once")
    parser.add_argument("--tables", nargs="+", default=matches.TABLES, metavar="GAME:SEATS", help="which games")
    asked = parser.parse_args()
    measured = {"machine": _machine(asked)}
    with whole_site() as site:
        for name, table in _tables(site, asked):
            measured[name] = table
            print(f"{table}\n", flush=True)
    if asked.write:
        PAGE.write_text(filled(PAGE.read_text(), measured))


def filled(text: str, measured: dict[str, str]) -> str:
    """The page with the measurements in their places; a place without a new measurement stays as it is."""
    assert measured.keys() <= {found[1] for found in BLOCK.findall(text)}, sorted(measured)
    return BLOCK.sub(lambda found: found[1] + measured.get(found[2], found[3]) + found[4], text)


def _tables(site: RunningSite, asked: Namespace) -> Iterator[tuple[str, str]]:
    runs = [
        [each.facts for each in matches.measure_all(site, matches.WHAT, asked.tables, asked.parallel, asked.seconds)]
        for _round in range(asked.rounds)
    ]
    played = [medians(each) for each in zip(*runs, strict=True)]
    yield "matches", _by_parallel(played)
    costs = _costs(asked.tables)
    yield "requests", _requests(asked.tables, costs)
    rows = (goal.row for goal in goals(played, costs))
    yield "goals", _markdown(["work", "goal", "measured, all games", ""], rows)
    if missing() is None:
        found = list(peers.measure_all(site, "rapa_nui:2", asked.parallel, asked.seconds, asked.rounds))
        yield "peers", _by_parallel(found)
        yield "ratios", _ratios(list(peers.ratios(found)))


def _machine(asked: Namespace) -> str:
    described = Path("/proc/cpuinfo").read_text()
    kind = re.search(r"^model name\s*: (.+)$", described, re.MULTILINE)
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    others = os.getloadavg()[0]
    rounds = "1 round" if asked.rounds == 1 else f"{asked.rounds} rounds"
    return (
        f"Measured on {date.today():%-d %B %Y} at commit {commit.strip() or 'unknown'}, "
        f"{rounds} of {asked.seconds:g} s for each figure: {os.cpu_count()} processors "
        f"({kind[1] if kind else platform.machine()}), {memory:.0f} GB of memory, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}. When it began, other work kept {others:.1f} processors busy."
    )


def _by_parallel(found: Sequence[dict[str, Any]]) -> str:
    """A table with a row for each way of measuring and game, and a column for each number of matches."""
    parallels = sorted({facts["parallel"] for facts in found})
    rows: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    for facts in found:
        name = f"{NAMES[facts['game']]}, {facts['seats']} seats" if facts["game"] in NAMES else facts["game"]
        rows.setdefault((facts["what"], name), {})[facts["parallel"]] = facts
    head = ["", "", *map(_matches, parallels), "bytes an action"]
    return _markdown(
        head,
        (
            [*names, *map(_cell, (row[count] for count in parallels)), f"{row[parallels[-1]]['bytes_per_action']:,}"]
            for names, row in rows.items()
        ),
    )


def _cell(facts: dict[str, Any]) -> str:
    return "{actions_per_s:.0f}/s, p95 {p95_ms:.0f} ms, {cpu_ms_per_action:.1f} ms".format(**facts)


def _ratios(found: Sequence[dict[str, Any]]) -> str:
    parallels = sorted({ratio["parallel"] for ratio in found})
    rows: dict[tuple[str, str], dict[int, str]] = {}
    for ratio in found:
        cell = "{actions_per_s:.2f} × the actions, {cpu_ms_per_action:.1f} × the processor time".format(**ratio)
        rows.setdefault((ratio["ours"], ratio["theirs"]), {})[ratio["parallel"]] = cell
    head = ["ours", "theirs", *map(_matches, parallels)]
    return _markdown(head, ([*pair, *(row[count] for count in parallels)] for pair, row in rows.items()))


def _matches(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"


def _costs(tables: Sequence[str]) -> Costs:
    costs = {}
    for (what, ply), table in product(REQUESTS, tables):
        game, seats = table.split(":")
        costs[what, ply, table] = cost_of(asked_for(what, game, int(seats), min(ply, LATEST.get(game, ply))))
    return costs


def _requests(tables: Sequence[str], costs: Costs) -> str:
    names = [f"{NAMES[table.split(':')[0]]}, {table.split(':')[1]} seats" for table in tables]
    rows = []
    for what, ply in REQUESTS:
        each = (costs[what, ply, table] for table in tables)
        cells = [f"{cost.middle:.1f} ms, {cost.queries}, {cost.size / 1000:.1f} kB" for cost in each]
        rows.append([f"`{what}`", str(ply), *cells])
    return _markdown(["request", "ply", *names], rows)


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    main()
