"""The result of a match: who won, why, and where the points come from, as bars and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import Promise

from common.enumerating import enumerated, listed
from common.sentences import gettext as _
from common.sentences import ngettext
from games.engine.contract import Outcome, Part, teams_of
from games.pages.boards.names import as_decided, seat_name
from games.pages.boards.presenter import Presenter
from games.pages.boards.product import Product

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

BAR = 480
"""Length of the bar of the best seat's points, losses included, in units of its drawing."""
DIGIT = 13
"""Width of a digit on a bar; a segment too narrow for its number has none."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The points of one kind as a segment of a bar."""

    kind: str
    pattern: int
    label: str | Promise
    points: int
    x: float
    width: float

    @property
    def css(self) -> str:
        """The kind as a CSS class."""
        return f"part-{self.kind.split()[0]}"

    @property
    def middle(self) -> float:
        """The position of its number."""
        return round(self.x + self.width / 2, 1)

    @property
    def has_room(self) -> bool:
        """Whether its number fits on it."""
        return self.width >= DIGIT * len(str(self.points))


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the result: a seat, or partners, whose points are one; without points if the match ended before the
    game did.

    `number` is the first of its seats. `zero` is where the bars start: parts below 0 are to its left.
    """

    number: int
    members: tuple[int, ...]
    name: str
    rank: int
    points: int | None
    is_reader: bool
    bars: list[Bar]
    zero: float
    product: Product | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of one seat in one kind, from `count` things, listed if they differ. `note` explains how they come
    about.
    """

    points: int
    count: int
    things: list[tuple[str | Promise, int]]
    note: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of points: the cells of all seats, in the order of the result."""

    label: str | Promise
    css: str
    pattern: int
    cells: list[Cell]


def result_context(presenter: Presenter, position: Position, ranks: Sequence[int]) -> dict[str, object]:
    """Context of `games/match/result.html` for a finished match; `ranks` are the places of the seats."""
    outcome = position.outcome
    # The points of a game that was played to its end are those of who decided last.
    told = as_decided(position) if outcome else position
    sides = _sides(position)
    order = sorted((side[0] for side in sides.values()), key=ranks.__getitem__)
    kinds = _kinds(presenter, outcome) if outcome else []
    gained, lost = _extent(outcome) if outcome else (0, 0)
    unit = BAR / max(1, gained + lost)
    return {
        "results": [
            Result(
                number=number,
                members=sides[number],
                name=_side_name(told, sides[number]),
                rank=1 + sum(ranks[other] < ranks[number] for other in order),
                points=outcome.points[number] if outcome else None,
                is_reader=position.seat in sides[number],
                bars=_bars(presenter, kinds, outcome.breakdown[number], unit, lost * unit) if outcome else [],
                zero=round(lost * unit, 1),
                product=presenter.product(outcome, number) if outcome else None,
            )
            for number in order
        ],
        "kinds": [_kind(presenter, kinds, kind, outcome, order) for kind in kinds] if outcome else [],
        "why": _why(presenter, told, outcome, order) if outcome else [],
        "end_rule": presenter.end_rule(position.view) if outcome else "",
    }


def _sides(position: Position) -> dict[int, tuple[int, ...]]:
    """The seats of each line by the first of them: partners share one if the game was played to its end."""
    seats = len(position.seats)
    sides = teams_of(position.game, seats) if position.outcome else [(seat,) for seat in range(seats)]
    return {side[0]: tuple(side) for side in sides}


def _side_name(position: Position, side: Sequence[int]) -> str:
    return listed(seat_name(position, number) for number in side)


def _kinds(presenter: Presenter, outcome: Outcome) -> list[str]:
    """The kinds of points in the order of the breakdown, without those in which nobody has any."""
    counts: dict[str, bool] = {}
    for parts in outcome.breakdown:
        for part in parts:
            kind = presenter.part_kind(part.name)
            counts[kind] = counts.get(kind, False) or bool(part.points or part.count)
    return [kind for kind, is_there in counts.items() if is_there]


def _of_kind(presenter: Presenter, parts: Iterable[Part], kind: str) -> list[Part]:
    """Those of the parts that are of this kind."""
    return [part for part in parts if presenter.part_kind(part.name) == kind]


def _extent(outcome: Outcome) -> tuple[int, int]:
    """The most that a seat gained and the most that one lost, parts above and below 0 counted separately."""
    gains = [sum(max(part.points, 0) for part in parts) for parts in outcome.breakdown]
    losses = [sum(max(-part.points, 0) for part in parts) for parts in outcome.breakdown]
    return max(gains), max(losses)


def _bars(presenter: Presenter, kinds: list[str], parts: tuple[Part, ...], unit: float, zero: float) -> list[Bar]:
    """The kinds side by side from `zero` on: gains to the right, losses to the left."""
    bars = []
    right = left = zero
    for pattern, kind in enumerate(kinds, 1):
        # Gains and losses of one kind do not cancel each other: both are drawn.
        of_kind = [part.points for part in _of_kind(presenter, parts, kind)]
        for points in (sum(max(0, value) for value in of_kind), sum(min(0, value) for value in of_kind)):
            width = abs(points) * unit
            left -= width if points < 0 else 0
            if points:
                x = left if points < 0 else right
                bars.append(Bar(kind, pattern, presenter.part_label(kind), points, round(x, 1), round(width, 1)))
            right += width if points > 0 else 0
    return bars


def _kind(presenter: Presenter, kinds: list[str], kind: str, outcome: Outcome, order: list[int]) -> Kind:
    cells = []
    for number in order:
        parts = _of_kind(presenter, outcome.breakdown[number], kind)
        things = [(presenter.part_label(part.name), part.points) for part in parts if part.name != kind]
        product = presenter.product(outcome, number)
        note = product.words if product is not None and product.name == kind else ""
        cells.append(Cell(sum(part.points for part in parts), sum(part.count for part in parts), things, note))
    return Kind(presenter.part_label(kind), f"part-{kind.split()[0]}", kinds.index(kind) + 1, cells)


def _why(presenter: Presenter, position: Position, outcome: Outcome, order: list[int]) -> list[str]:
    """The explanation in sentences: the winner's lead and where most of it came from, or the tie-break."""
    first, *others = order
    behind = [number for number in others if outcome.ranks[number] > 1]
    sentences = []
    if behind and outcome.points[first] > outcome.points[behind[0]]:
        sentences.append(_lead(presenter, position, outcome, first, behind[0]))
        sentences += _own_place(position, outcome, first, behind)
    for better, worse in zip(order, others, strict=False):
        if outcome.points[better] == outcome.points[worse]:
            sentences.append(_parted(presenter, position, outcome, better, worse))
    return sentences


def _beaten_together(position: Position, winners: Sequence[int], losers: Sequence[int], ahead: int) -> str:
    """The sentence that partners beat other partners by this many points."""
    own = next((side for side in (winners, losers) if position.seat in side), ())
    if own == winners:
        sentence = ngettext(
            "You and {name} beat {others} by {ahead} point.",
            "You and {name} beat {others} by {ahead} points.",
            ahead,
        )
    elif own == losers:
        sentence = ngettext(
            "{names} beat you and {name} by {ahead} point.",
            "{names} beat you and {name} by {ahead} points.",
            ahead,
        )
    else:
        sentence = ngettext(
            "{names} beat {others} by {ahead} point.", "{names} beat {others} by {ahead} points.", ahead
        )
    return sentence.format(
        name=_side_name(position, [number for number in own if number != position.seat]),
        names=_side_name(position, winners),
        others=_side_name(position, losers),
        ahead=ahead,
    )


def _beaten(position: Position, winner: int, loser: int, ahead: int) -> str:
    """The sentence that one seat beat another by this many points."""
    if winner == position.seat:
        sentence = ngettext("You beat {other} by {ahead} point.", "You beat {other} by {ahead} points.", ahead)
    elif loser == position.seat:
        sentence = ngettext("{name} beat you by {ahead} point.", "{name} beat you by {ahead} points.", ahead)
    else:
        sentence = ngettext("{name} beat {other} by {ahead} point.", "{name} beat {other} by {ahead} points.", ahead)
    return sentence.format(name=seat_name(position, winner), other=seat_name(position, loser), ahead=ahead)


def _lead(presenter: Presenter, position: Position, outcome: Outcome, first: int, second: int) -> str:
    """The lead of the best side over the next one, and the kind of points from which most of it came."""
    ahead = outcome.points[first] - outcome.points[second]
    winners, losers = (_sides(position)[number] for number in (first, second))
    if len(winners) > 1:
        said = _beaten_together(position, winners, losers, ahead)
    else:
        said = _beaten(position, first, second, ahead)

    def gained(number: int, kind: str) -> int:
        return sum(part.points for part in _of_kind(presenter, outcome.breakdown[number], kind))

    more = {kind: gained(first, kind) - gained(second, kind) for kind in _kinds(presenter, outcome)}
    most = max(more, key=more.__getitem__)
    difference = _("Biggest difference: {part} (+{more}).").format(part=presenter.part_label(most), more=more[most])
    return f"{said} {difference}"


def _own_place(position: Position, outcome: Outcome, first: int, behind: list[int]) -> list[str]:
    """The reader's place if the sentence about the two best does not mention it."""
    own, seats = position.seat, len(position.seats)
    if own is None or own not in behind[1:]:
        return []
    less = outcome.points[first] - outcome.points[own]
    sentence = ngettext(
        "Your place: {place} of {seats}, {less} point behind.",
        "Your place: {place} of {seats}, {less} points behind.",
        less,
    )
    return [sentence.format(place=outcome.ranks[own], seats=seats, less=less)]


def _parted(presenter: Presenter, position: Position, outcome: Outcome, better: int, worse: int) -> str:
    """The tie-break between two sides with equal points."""
    sides = _sides(position)
    *names, last = [seat_name(position, number) for number in (*sides[better], *sides[worse])]
    if outcome.ranks[better] == outcome.ranks[worse]:
        return _("{name} and {other} are tied on points and on everything else.").format(
            name=enumerated(names), other=last
        )
    label, values = next(
        (label, values) for label, values in presenter.tie_breaks(position.view) if values[better] != values[worse]
    )
    return _("{name} and {other} are tied on points. {label} decide: {more} to {less}.").format(
        name=enumerated(names), other=last, label=label, more=values[better], less=values[worse]
    )
