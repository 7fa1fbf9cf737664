"""Measure from which value of `progress` two games hardly ever look alike, and write it into the file of each game."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, product
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ai.levels import LEVELS
from games.ai.player import choose, view_for
from games.engine import GAMES
from games.engine.apart import CHANCE, FILE
from games.engine.contract import AnyGame
from games.management.arguments import add_seats, check, positive
from games.management.toml_rows import row_write
from games.titles import TITLES

HEAD = """\
# When two games can be told apart, by number of seats: from these values of its `progress` on, fewer than one pair
# of games in ten thousand agrees by chance. The first value is for comparing by name, the second without names;
# `everybody` is what everyone sees, `own` what one seat sees. Behind each row: the games played for it, and the share
# of pairs that still agree one value earlier. Written by
#   manage.py tell_apart --game GAME --games GAMES --level LEVEL --iterations ITERATIONS --seed SEED
"""
AT_ONCE = 4
"""Actions that every game is continued by between two measurements."""
COMPARISONS = tuple(product(("everybody", "own"), (True, False)))
"""Whose view is compared, and whether names are compared."""

Comparison = tuple[str, bool]
Fingerprint = tuple[int, bytes]
"""The viewer's place in the order of the seats (-1: everyone), and a hash of the essence of their view."""


@dataclass
class Table:
    """A running game, and the fingerprints of all its positions so far."""

    key: str
    options: Mapping[str, str]
    state: Any
    rng: Random
    progress: int = 0
    fingerprints: dict[Comparison, set[tuple[int, Fingerprint]]] = field(
        default_factory=lambda: {comparison: set() for comparison in COMPARISONS}
    )
    """Every fingerprint, with the value of `progress` at that position."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return GAMES[self.key].to_move(self.state) is None


class Command(BaseCommand):
    help = "Play openings with computer players, and find the step from which two games hardly ever look alike."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES), help="only this game; leave the others as they are")
        add_seats(parser, required=False)
        parser.add_argument("--games", type=positive, default=300, help="games of each variant (default 300)")
        parser.add_argument(
            "--level", choices=[*LEVELS], default="strong", help="the level that plays (default strong)"
        )
        parser.add_argument(
            "--iterations", type=positive, help="search iterations per decision (default: those of the level)"
        )
        parser.add_argument("--seed", default="0", help="the same seed gives the same games (default 0)")
        parser.add_argument("--jobs", type=positive, default=1, help="number of processes (default 1)")

    def handle(
        self,
        *,
        game: str | None,
        seats: int | None,
        jobs: int,
        games: int,
        level: str,
        iterations: int | None,
        seed: str,
        **_options: Any,
    ) -> None:
        if game is not None and seats is not None:
            check(GAMES[game], seats, {})
        if 1 / pairs(games) >= CHANCE:
            raise CommandError("too few games to show so small a chance: raise --games")
        with ProcessPoolExecutor(jobs) as processes:
            for key, played in GAMES.items():
                for number in played.SEATS:
                    if game in (None, key) and seats in (None, number):
                        row = measured(
                            key, number, processes, games=games, level=level, iterations=iterations, seed=seed
                        )
                        row_write(TITLES[key].folder / "rules" / FILE, HEAD, f"{number}", row)
                        self.stdout.write(f"{key}: {row}")


def pairs(number: int) -> int:
    """The number of pairs among `number` things."""
    return number * (number - 1) // 2


def variants(game: AnyGame) -> Iterable[dict[str, str]]:
    """The options of the printed game, and of each variant that changes one option."""
    yield {}
    for option in game.OPTIONS:
        for value in option.values[1:]:
            yield {option.name: value}


def measured(
    key: str,
    seats: int,
    processes: ProcessPoolExecutor,
    *,
    games: int,
    level: str,
    iterations: int | None,
    seed: str,
) -> str:
    """The row of the file for a table with this many seats."""
    found: dict[Comparison, int] = dict.fromkeys(COMPARISONS, 0)
    before: dict[Comparison, float] = dict.fromkeys(COMPARISONS, 0.0)
    for options in variants(GAMES[key]):
        tables = [begun(key, seats, options, f"{key}/{seats}/{options}/{seed}/{number}") for number in range(games)]
        for comparison, shares in _told_apart(tables, seats, level, iterations, processes).items():
            start = first_below(shares)
            if start > found[comparison]:
                found[comparison] = start
                before[comparison] = shares[max(progress for progress in shares if progress < start)]
    looking = ", ".join(f"{who} = [{found[who, True]}, {found[who, False]}]" for who in ("everybody", "own"))
    share = max(before.values())
    searched = "" if iterations is None else f" with {iterations} iterations"
    return f"{seats} = {{ {looking} }}  # {games} games of {level} players{searched}, seed {seed}; {share:.2%}"


def _told_apart(
    tables: list[Table], seats: int, level: str, iterations: int | None, processes: ProcessPoolExecutor
) -> dict[Comparison, dict[int, float]]:
    """Play all tables until every comparison tells them apart, or all are over. Returns what `chances` are then."""
    while True:
        series = {comparison: chances(tables, comparison, seats) for comparison in COMPARISONS}
        running = [table for table in tables if not table.is_over]
        latest = max(first_below(shares) for shares in series.values())
        if not running or latest <= min(table.progress for table in running):
            return series
        tables = list(processes.map(played_on, [(table, level, iterations) for table in tables]))


def begun(key: str, seats: int, options: Mapping[str, str], seed: str) -> Table:
    """A newly dealt table, with its first fingerprints."""
    game, rng = GAMES[key], Random(seed)
    table = Table(key, options, game.start(game.deal(seats, options, rng)), rng)
    add_fingerprints(table, seats)
    return table


def played_on(asked: tuple[Table, str, int | None]) -> Table:
    """The table `AT_ONCE` actions later, or at the end of the game."""
    table, level, iterations = asked
    game = GAMES[table.key]
    for _ in range(AT_ONCE):
        seat = game.to_move(table.state)
        if seat is None:
            break
        view = view_for(game, table.state, seat, level)
        action = choose(game, view, seat, level, table.rng, iterations=iterations).action
        table.state = game.apply(table.state, game.parse(table.state, action))
        add_fingerprints(table, len(game.evaluate(table.state)))
    return table


def add_fingerprints(table: Table, seats: int) -> None:
    """Add how the position looks to everyone and to every seat."""
    game = GAMES[table.key]
    table.progress = progress = game.progress(game.view(table.state, None))
    for seat in (None, *range(seats)):
        essence = game.essence(game.recall(table.state, seat))
        place = -1 if seat is None else essence.place(seat, seats)
        for is_named in (True, False):
            seen = (essence.facts, essence.names) if is_named else essence.facts
            hashed = sha256(repr(seen).encode()).digest()[:8]
            table.fingerprints["everybody" if seat is None else "own", is_named].add((progress, (place, hashed)))


def chances(tables: Sequence[Table], comparison: Comparison, seats: int) -> dict[int, float]:
    """By value of `progress`: the share of pairs of tables of which one looks there as the other at any time.

    One pair is added, so that a share too small to show in this many games does not become 0.
    """
    at: dict[Fingerprint, set[int]] = defaultdict(set)
    fingerprints: dict[int, set[Fingerprint]] = defaultdict(set)
    for number, table in enumerate(tables):
        for progress, fingerprint in table.fingerprints[comparison]:
            at[fingerprint].add(number)
            fingerprints[progress].add(fingerprint)
    alike: dict[int, set[tuple[int, int, int]]] = {}
    for progress, here in fingerprints.items():
        alike[progress] = {(place, *pair) for place, seen in here for pair in combinations(sorted(at[place, seen]), 2)}
    places = 1 if comparison[0] == "everybody" else seats
    return {progress: (len(found) / places + 1) / pairs(len(tables)) for progress, found in sorted(alike.items())}


def first_below(shares: Mapping[int, float]) -> int:
    """The value of `progress` from which all shares stay below `CHANCE`; one above the last value if there is none."""
    above = [progress for progress, share in shares.items() if share >= CHANCE]
    if not above:
        return 0
    later = [progress for progress in shares if progress > above[-1]]
    return later[0] if later else above[-1] + 1
