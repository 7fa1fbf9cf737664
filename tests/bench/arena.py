"""The contests of docs/arena.md: plays those that are missing in FOLDER, and prints the lines of its tables.

.venv/bin/python -m tests.bench.arena FOLDER [--jobs N] [--only TEXT ...]

All of them take some twenty-three hours of one processor. Each game is stored in FOLDER as soon as it is over, so
an interrupted run can be continued, but only with the same version of the program.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from games.ai import LEVELS

SEED = "1"
NAMES = {"rapa_nui": "Rapa Nui", "machu_picchu": "Machu Picchu", "maya": "Maya", "princes": "The Princes"}
ANY = 1000
"""A number of searches for levels that do not search, where it does not matter."""


@dataclass(frozen=True, slots=True)
class Contest:
    """`games` games between every two of `levels`, in which the expert makes `proportional` searches."""

    game: str
    seats: int
    levels: tuple[str, ...]
    games: int
    proportional: int

    def __str__(self) -> str:
        levels = ",".join(self.levels) if len(self.levels) == 2 else "all"
        return f"{self.game} {self.seats} {levels} {self.proportional}"

    @property
    def arguments(self) -> list[str]:
        """The arguments of `manage.py arena`."""
        named = {"game": self.game, "seats": self.seats, "levels": ",".join(self.levels), "pairs": "all"}
        named |= {"games": self.games, "proportional": self.proportional, "seed": SEED}
        return [text for name, value in named.items() for text in (f"--{name}", str(value))]


NEIGHBOURS: dict[tuple[str, int], tuple[tuple[int, int], ...]] = {
    ("rapa_nui", 2): ((200, ANY), (200, 1500), (200, 500), (200, 200)),
    ("rapa_nui", 3): ((204, ANY), (204, 1500), (204, 500), (204, 200)),
    ("rapa_nui", 4): ((204, ANY), (204, 1500), (204, 500), (204, 200)),
    ("machu_picchu", 2): ((1500, ANY), (1500, ANY), (1500, ANY), (200, 1000)),
    ("machu_picchu", 3): ((204, ANY), (204, ANY), (204, ANY), (204, 1000)),
    ("machu_picchu", 4): ((204, ANY), (204, ANY), (204, ANY), (204, 1000)),
    ("maya", 2): ((200, ANY), (200, 20000), (200, 10000), (200, 3000)),
    ("maya", 3): ((204, ANY), (204, 2000), (102, 1000), (60, 300)),
    ("maya", 4): ((200, ANY), (200, 2000), (100, 1000), (60, 300)),
    ("princes", 2): ((200, ANY), (200, 600), (200, 600), (200, 200)),
    ("princes", 3): ((102, ANY), (102, 600), (102, 600), (60, 100)),
    ("princes", 4): ((102, ANY), (102, 600), (42, 600), (60, 100)),
    ("princes", 5): ((100, ANY), (100, 600), (20, 600), (40, 50)),
}
"""By game and number of seats: for each level and the next one up, the numbers of games and of searches.

The numbers of games make every balanced seating come up equally often.
"""

AS_AT_A_TABLE: dict[tuple[str, str, str], tuple[int, int]] = {
    ("rapa_nui", "casual", "solid"): (100, 6000),
    ("rapa_nui", "solid", "strong"): (100, 6000),
    ("rapa_nui", "strong", "expert"): (40, 6000),
    ("machu_picchu", "strong", "expert"): (20, 20000),
    ("maya", "solid", "strong"): (40, 170000),
    ("maya", "strong", "expert"): (20, 170000),
    ("princes", "strong", "expert"): (40, 1500),
}
"""By two-seat game and two levels, one of which searches: the numbers of games and of searches.

At a table the expert has time for at least this many; the others never search more often. In The Princes, the entries
of `NEIGHBOURS` already cover the levels below the expert.
"""

ROUND_ROBINS: dict[tuple[str, int], tuple[int, int]] = {
    **{("rapa_nui", seats): (36, 200) for seats in (2, 3, 4)},
    **{("machu_picchu", seats): (102, 1000) for seats in (2, 3, 4)},
    ("maya", 2): (60, 1000),
    **{("maya", seats): (36, 100) for seats in (3, 4)},
    ("princes", 2): (16, 100),
    **{("princes", seats): (12, 50) for seats in (3, 4)},
    ("princes", 5): (20, 50),
}
"""By game and number of seats: the numbers of games between every two levels, and of searches."""


def contests() -> Iterator[Contest]:
    """All contests: neighbouring levels, the same with the time they have at a table, all levels against each other."""
    for (game, seats), asked in NEIGHBOURS.items():
        for pair, (games, proportional) in zip(pairwise(LEVELS), asked, strict=True):
            yield Contest(game, seats, pair, games, proportional)
    yield from at_a_table()
    for (game, seats), (games, proportional) in ROUND_ROBINS.items():
        yield Contest(game, seats, tuple(LEVELS), games, proportional)


def at_a_table() -> Iterator[Contest]:
    """The contests of neighbouring levels with the time they have at a table."""
    for (game, *pair), (games, proportional) in AS_AT_A_TABLE.items():
        yield Contest(game, 2, tuple(pair), games, proportional)


def searches(contest: Contest) -> str:
    """The number of the expert's searches as docs/arena.md shows it: a dash if neither level searches."""
    is_searching = any(LEVELS[level].noise_in(contest.game) is None for level in contest.levels)
    return str(contest.proportional) if is_searching else "–"


def lines(contest: Contest, report: dict[str, Any]) -> list[str]:
    """The Markdown of a contest in docs/arena.md: a row of one of its tables, or a table of its own."""
    of, elo = NAMES[contest.game], report["elo"]
    if len(contest.levels) == 2:
        [pair] = report["pairs"]
        who = [pair["first"], pair["second"], str(contest.games), searches(contest), f"{pair['share']:.0%}"]
        if contest.seats > 2:
            cells = [of, str(contest.seats), *who, f"{pair['first_rank']:.2f}, {pair['second_rank']:.2f}"]
        else:
            apart = elo[pair["second"]]["elo"] - elo[pair["first"]]["elo"]
            bars = (elo[pair["second"]]["high"] - elo[pair["second"]]["low"]) / 2
            cells = [of, *who, f"{apart:.0f} (±{bars:.0f})"]
        return [f"| {' | '.join(cells)} |".replace("%", " %")]
    shares = {(pair["first"], pair["second"]): pair["share"] for pair in report["pairs"]}
    rows = [f"{of}, {contest.seats} seats, {contest.games} games of every pair, P = {contest.proportional}:"]
    rows += ["", f"| | {' | '.join(contest.levels[1:])} | Elo |", "|---" * (len(contest.levels) + 1) + "|"]
    for level in contest.levels:
        cells = [f"{shares[level, other]:.0%}" if (level, other) in shares else "" for other in contest.levels[1:]]
        one = elo[level]
        cells.append(f"{one['elo']:+.0f} ({one['low']:+.0f} to {one['high']:+.0f})")
        rows.append(f"| {level} | {' | '.join(cells)} |".replace("%", " %"))
    return [*rows, ""]


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.arena", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--only",
        nargs="*",
        default=[""],
        help="those with one of these texts in their name: 'maya 3 solid,strong 1000', or 'maya 3 all'",
    )
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    django.setup()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for contest in contests():
        if any(text in str(contest) for text in asked.only):
            out = StringIO()
            kept = asked.folder / f"{contest.game}-{contest.seats}.jsonl"
            call_command(
                "arena", *contest.arguments, "--json", "--keep", str(kept), "--jobs", str(asked.jobs), stdout=out
            )
            print("\n".join(lines(contest, json.loads(out.getvalue()))), flush=True)


if __name__ == "__main__":
    main()
