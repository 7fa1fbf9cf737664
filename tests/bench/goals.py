"""The goals for the site's performance, and whether the measurements meet them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.bench.profile import Cost

Costs = Mapping[tuple[str, int, str], Cost]
"""Costs of requests, by what is requested, the length of the match before it, and the table (game:seats)."""


@dataclass(frozen=True)
class Goal:
    """Figures of which the worst must be at most `limit`, or with `at_least` at least `limit`."""

    words: str
    figures: Sequence[float]
    limit: float
    unit: str
    at_least: bool = False

    @property
    def row(self) -> list[str]:
        """The table row: what is measured, the limit, the range of the figures, whether the goal is met."""
        worst = min(self.figures) if self.at_least else max(self.figures)
        met = worst >= self.limit if self.at_least else worst <= self.limit
        spread = f"{_short(min(self.figures))}–{_short(max(self.figures))}" if len(self.figures) > 1 else _short(worst)
        sign = "≥" if self.at_least else "≤"
        return [
            self.words,
            f"{sign} {self.limit:g} {self.unit}",
            f"{spread} {self.unit}",
            "met" if met else "**not met**",
        ]


def _short(figure: float) -> str:
    """Three significant digits, without an exponent."""
    return f"{float(f'{figure:.3g}'):g}"


def goals(found: Sequence[dict[str, Any]], costs: Costs) -> list[Goal]:
    """All goals for which there are figures."""
    return [goal for goal in (*_of_matches(found), *_of_requests(costs)) if goal.figures]


def _of_matches(found: Sequence[dict[str, Any]]) -> Iterator[Goal]:
    def figures(name: str, what: str, seats: int, parallels: Iterable[int]) -> list[float]:
        wanted = (what, seats)
        return [
            facts[name]
            for facts in found
            if (facts["what"], facts["seats"]) == wanted and facts["parallel"] in parallels
        ]

    every = {facts["parallel"] for facts in found}
    cost = "cpu_ms_per_action"
    yield Goal("processor for an action stored and told to both", figures(cost, "told", 2, every), 5, "ms")
    yield Goal("… and both have the new board", figures(cost, "shown", 2, every), 15, "ms")
    yield Goal("… and all five, in The Princes", figures(cost, "shown", 5, every), 25, "ms")
    for what, rate, latest in (("told", 250, {10: 60, 50: 300}), ("shown", 100, {10: 150, 50: 700})):
        for parallel, limit in latest.items():
            words = f"{what}, {parallel} matches of two"
            yield Goal(words, figures("actions_per_s", what, 2, [parallel]), rate, "actions/s", at_least=True)
            yield Goal(f"{words}, p95", figures("p95_ms", what, 2, [parallel]), limit, "ms")


def _of_requests(costs: Costs) -> Iterator[Goal]:
    for what, words, limit in (
        ("poll", "an unchanged poll", 1.5),
        ("robots", "`robots.txt`", 0.7),
        ("page", "first page of a match", 15),
        ("replay", "a step of a replay", 8),
    ):
        yield Goal(words, [cost.middle for (asked, _ply, _table), cost in costs.items() if asked == what], limit, "ms")
    early = {table: cost.middle for (asked, ply, table), cost in costs.items() if (asked, ply) == ("board", 20)}
    late = {table: cost.middle for (asked, ply, table), cost in costs.items() if (asked, ply) == ("board", 60)}
    grown = [late[table] / early[table] for table in early]
    yield Goal("the board from ply 60 by that from ply 20", grown, 1.2, "times")
