"""The outlook of laying a card: the priest that it may move, and where that priest would end up."""

from __future__ import annotations

from math import comb

from games.titles.machu_picchu.rules.data import LARGEST, LEAVING_FIRES, NUMBERS
from games.titles.machu_picchu.rules.precinct import PRIZES, STEPS
from games.titles.machu_picchu.rules.state import Step, View


def chances(view: View, number: int) -> tuple[float, ...]:
    """The chances that the viewer's card `number` moves each of the priests 1 to 4.

    The cards that the viewer cannot see are assumed to be drawn at random from all those it has not seen.
    """
    laid = [card for card in view.stairs if card is not None]
    seen = {card.number for card in laid if card.number is not None}
    hand = (view.seats[view.seat].hand or ()) if view.seat is not None else ()
    unseen = [other for other in NUMBERS if other not in seen and other not in hand and other not in view.discards]
    lower_seen = sum(other < number for other in seen)
    unknown = LARGEST - 1 - len(seen)
    lower = sum(other < number for other in unseen)
    result = [0.0] * LARGEST
    for count in range(unknown + 1):
        ways = comb(lower, count) * comb(len(unseen) - lower, unknown - count)
        result[lower_seen + count] = ways / comb(len(unseen), unknown)
    return tuple(result)


def likely_priest(view: View, number: int) -> tuple[int, float]:
    """The priest that the card most probably moves, and the probability."""
    of_priests = chances(view, number)
    best = max(of_priests)
    return of_priests.index(best) + 1, best


def step(view: View, priest: int, stair: str) -> Step:
    """The step that a card on `stair` would make a priest take if all the others stayed where they are."""
    start = view.priests[priest - 1].field
    assert start is not None
    end = STEPS[stair][start]
    if end is None:
        return Step(priest, start, None, view.fires[:LEAVING_FIRES])
    if any(other.field == end for other in view.priests):
        return Step(priest, start, start, ())
    return Step(priest, start, end, view.suns[: PRIZES[view.sky.is_sun][end]])
