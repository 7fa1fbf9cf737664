"""The result of a match: who won, why, and what the points are made of, drawn and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Outcome, Part, teams_of
from games.pages.boards.names import seat_name

if TYPE_CHECKING:
    from games.selectors.positions import Position

BAR = 480
"""How long the bar of the best seat's points is, in units of its drawing; what it lost included."""
DIGIT = 13
"""How wide a digit on a bar is; a narrower stretch has no number on it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The points of one kind as a stretch of a bar."""

    kind: str
    pattern: int
    label: str | Promise
    points: int
    x: float
    width: float

    @property
    def css(self) -> str:
        """The kind as a style class."""
        return f"part-{self.kind.split()[0]}"

    @property
    def middle(self) -> float:
        """Where its number stands."""
        return round(self.x + self.width / 2, 1)

    @property
    def has_room(self) -> bool:
        """Whether its number fits on it."""
        return self.width >= DIGIT * len(str(self.points))


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's line of the result; without points when the match ended before the game did.

    `zero` is where the bars begin: parts below 0 lie left of it.
    """

    number: int
    name: str
    rank: int
    points: int | None
    is_reader: bool
    bars: list[Bar]
    zero: float


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of one seat in one kind: `count` things, listed where they differ."""

    points: int
    count: int
    things: list[tuple[str | Promise, int]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of points, for all seats in the order of the result."""

    label: str | Promise
    css: str
    pattern: int
    cells: list[Cell]


def result_context(presenter: ModuleType, position: Position, ranks: Sequence[int]) -> dict[str, object]:
    """What `games/match_result.html` shows of a match that is over; `ranks` are the places of the seats."""
    outcome = position.outcome
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    kinds = _kinds(presenter, outcome) if outcome else []
    gained, lost = _extent(outcome) if outcome else (0, 0)
    unit = BAR / max(1, gained + lost)
    return {
        "results": [
            Result(
                number=number,
                name=seat_name(position, number),
                rank=ranks[number],
                points=outcome.points[number] if outcome else None,
                is_reader=number == position.seat,
                bars=_bars(presenter, kinds, outcome.breakdown[number], unit, lost * unit) if outcome else [],
                zero=round(lost * unit, 1),
            )
            for number in order
        ],
        "kinds": [_kind(presenter, kinds, kind, outcome, order) for kind in kinds] if outcome else [],
        "why": _why(presenter, position, outcome, order) if outcome else [],
        "end_rule": presenter.end_rule(position.view) if outcome else "",
    }


def _kind_of(presenter: ModuleType, part: Part) -> str:
    kind: str = getattr(presenter, "part_kind", lambda name: name)(part.name)
    return kind


def _kinds(presenter: ModuleType, outcome: Outcome) -> list[str]:
    """The kinds of points in the order of the breakdown, without those that nobody has anything of."""
    counts: dict[str, bool] = {}
    for parts in outcome.breakdown:
        for part in parts:
            kind = _kind_of(presenter, part)
            counts[kind] = counts.get(kind, False) or bool(part.points or part.count)
    return [kind for kind, is_there in counts.items() if is_there]


def _extent(outcome: Outcome) -> tuple[int, int]:
    """The most that a seat gained and the most that one lost, parts above and below 0 counted apart."""
    gains = [sum(max(part.points, 0) for part in parts) for parts in outcome.breakdown]
    losses = [sum(max(-part.points, 0) for part in parts) for parts in outcome.breakdown]
    return max(gains), max(losses)


def _bars(presenter: ModuleType, kinds: list[str], parts: tuple[Part, ...], unit: float, zero: float) -> list[Bar]:
    """The kinds side by side from `zero` on: what was gained to the right, what was lost to the left."""
    bars = []
    right = left = zero
    for pattern, kind in enumerate(kinds, 1):
        # Gains and losses of one kind do not cancel each other: both are drawn.
        of_kind = [part.points for part in parts if _kind_of(presenter, part) == kind]
        for points in (sum(max(0, value) for value in of_kind), sum(min(0, value) for value in of_kind)):
            width = abs(points) * unit
            left -= width if points < 0 else 0
            if points:
                x = left if points < 0 else right
                bars.append(Bar(kind, pattern, presenter.part_label(kind), points, round(x, 1), round(width, 1)))
            right += width if points > 0 else 0
    return bars


def _kind(presenter: ModuleType, kinds: list[str], kind: str, outcome: Outcome, order: list[int]) -> Kind:
    cells = []
    for number in order:
        parts = [part for part in outcome.breakdown[number] if _kind_of(presenter, part) == kind]
        things = [(presenter.part_label(part.name), part.points) for part in parts if part.name != kind]
        cells.append(Cell(sum(part.points for part in parts), sum(part.count for part in parts), things))
    return Kind(presenter.part_label(kind), f"part-{kind.split()[0]}", kinds.index(kind) + 1, cells)


def _why(presenter: ModuleType, position: Position, outcome: Outcome, order: list[int]) -> list[str]:
    """In sentences: by how much the winner is ahead and by what most of all; what parts equal points."""
    first, *others = order
    behind = [number for number in others if outcome.ranks[number] > 1]
    sentences = []
    if behind and outcome.points[first] > outcome.points[behind[0]]:
        sentences.append(_lead(presenter, position, outcome, first, behind[0]))
    for better, worse in zip(order, others, strict=False):
        if outcome.points[better] == outcome.points[worse]:
            sentences += _parted(presenter, position, outcome, better, worse)
    return sentences


def _lead(presenter: ModuleType, position: Position, outcome: Outcome, first: int, second: int) -> str:
    ahead = outcome.points[first] - outcome.points[second]
    of_kind = {
        kind: sum(part.points for part in outcome.breakdown[first] if _kind_of(presenter, part) == kind)
        - sum(part.points for part in outcome.breakdown[second] if _kind_of(presenter, part) == kind)
        for kind in _kinds(presenter, outcome)
    }
    most = max(of_kind, key=of_kind.__getitem__)
    return ngettext(
        "{name} is {ahead} point ahead of {other}. What brought most: {part}, {more} more.",
        "{name} is {ahead} points ahead of {other}. What brought most: {part}, {more} more.",
        ahead,
    ).format(
        name=seat_name(position, first),
        other=seat_name(position, second),
        ahead=ahead,
        part=presenter.part_label(most),
        more=of_kind[most],
    )


def _parted(presenter: ModuleType, position: Position, outcome: Outcome, better: int, worse: int) -> list[str]:
    """What parts two seats with equal points; nothing is said of partners, whose points are one."""
    names = {"name": seat_name(position, better), "other": seat_name(position, worse)}
    if outcome.ranks[better] == outcome.ranks[worse]:
        is_team = any({better, worse} <= set(team) for team in teams_of(position.game, len(position.seats)))
        return [] if is_team else [_("{name} and {other} have equal points and nothing parts them.").format(**names)]
    label, values = next(
        (label, values) for label, values in presenter.tie_breaks(position.view) if values[better] != values[worse]
    )
    return [
        _("{name} and {other} have equal points. {label} decide: {more} to {less}.").format(
            **names, label=label, more=values[better], less=values[worse]
        )
    ]
