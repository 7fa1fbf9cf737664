"""Whole games through the command `trace`: how long they are and how they end, for every table and policy.

.venv/bin/python -m tests.bench.traces [SEEDS]
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from statistics import median
from typing import Any, NamedTuple

import django
from django.core.management import call_command

from games.engine import GAMES

POLICIES = ("random", "mixed")
SEEDS = 500
HEAD = f"{'game':<14}{'seats':>5}  {'options':<16}{'policy':<8}{'shortest':>8}{'median':>8}{'longest':>8}  reasons"


class Table(NamedTuple):
    """A game, its number of seats, and its options."""

    key: str
    seats: int
    options: str

    def __str__(self) -> str:
        return "-".join(filter(None, (self.key, str(self.seats), self.options)))


class Course(NamedTuple):
    """The lengths of many games at one table, and the reasons of their ends."""

    lengths: list[int]
    reasons: Counter[str]


def tables() -> list[Table]:
    """Every game with every number of seats, by the printed rules and with each variant."""
    return [
        Table(game.KEY, seats, options)
        for game in GAMES.values()
        for options in ("", *(f"{option.name}={value}" for option in game.OPTIONS for value in option.values[1:]))
        for seats in game.SEATS
    ]


def trace(table: Table, policy: str, seed: int) -> dict[str, Any]:
    """The output of the command for one game."""
    out = StringIO()
    where = ("--game", table.key, "--seats", str(table.seats), "--options", table.options)
    call_command("trace", *where, "--policy", policy, "--seed", str(seed), stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def checked(table: Table, policy: str, seeds: int) -> Iterator[dict[str, Any]]:
    """The games of seeds 0, 1, …, each checked: not too long, every seat ranked, ended for a known reason."""
    game = GAMES[table.key]
    for seed in range(seeds):
        found = trace(table, policy, seed)
        where = f"trace of {table}, policy {policy}, seed {seed}"
        assert found["reason"] in game.REASONS, where
        assert 0 < len(found["plies"]) <= game.LONGEST, where
        assert len(found["points"]) == len(found["ranks"]) == table.seats, where
        assert all(rank == 1 + sum(other < rank for other in found["ranks"]) for rank in found["ranks"]), where
        yield found


def course(table: Table, policy: str, seeds: int) -> Course:
    """The course of `seeds` games. Raises AssertionError naming the first one that is wrong."""
    lengths, reasons = [], Counter[str]()
    for found in checked(table, policy, seeds):
        lengths.append(len(found["plies"]))
        reasons[found["reason"]] += 1
    return Course(lengths, reasons)


def row(table: Table, policy: str, course: Course) -> str:
    """A line under HEAD."""
    lengths = f"{min(course.lengths):>8}{median(course.lengths):>8.0f}{max(course.lengths):>8}"
    reasons = ", ".join(f"{reason} {count}" for reason, count in course.reasons.most_common())
    return f"{table.key:<14}{table.seats:>5}  {table.options:<16}{policy:<8}{lengths}  {reasons}"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    django.setup()
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    print(f"Games of {seeds} seeds each\n\n{HEAD}")
    for table in tables():
        for policy in POLICIES:
            print(row(table, policy, course(table, policy, seeds)), flush=True)


if __name__ == "__main__":
    main()
