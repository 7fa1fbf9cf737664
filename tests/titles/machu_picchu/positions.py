"""Positions to test the rules with: any first position with some facts changed, and actions by their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules.data import NUMBERS, PAIRS
from games.titles.machu_picchu.rules.sky import cards_dealt
from games.titles.machu_picchu.rules.state import Laid, Priest, Step

CARDS = ("S1", "S2", "S3", "S4", "M1", "M2", "M3", "M4")


def deal(seats: int = 2, first: str = "S1", **changes: Any) -> machu_picchu.Deal:
    """Seat 0 is dealt 1 to 4, seat 1 is dealt 5 to 8, …; the sun/moon card of round 2 is `first`."""
    sky = (first, *(name for name in CARDS if name != first))[: cards_dealt(seats)]
    return replace(machu_picchu.Deal(PAIRS[seats], sky, NUMBERS), **changes)


def position(
    seats: int = 2,
    sky: str | None = "S1",
    fields: Mapping[int, str | None] | None = None,
    depots: Mapping[int, tuple[int, ...]] | None = None,
    **changes: Any,
) -> machu_picchu.State:
    """The first position with changes: priests on `fields`, their `depots`; round 2 with the card `sky`, or round 1."""
    state = machu_picchu.start(deal(seats, sky or "S1"))
    priests = tuple(
        Priest((fields or {}).get(number, priest.field), (depots or {}).get(number, ()))
        for number, priest in enumerate(state.priests, 1)
    )
    return replace(state, **{"priests": priests, "round": 2 if sky else 1} | changes)


def revealed(north: int, east: int, south: int, west: int, **changes: Any) -> machu_picchu.State:
    """A position in which the start player chooses the order for these cards; `changes` as in `position`."""
    stairs = tuple(Laid(number, seat % 2) for seat, number in enumerate((north, east, south, west)))
    return position(**{"stairs": stairs} | changes)


def play(state: machu_picchu.State, *texts: str) -> machu_picchu.State:
    """The position after some actions."""
    for text in texts:
        state = machu_picchu.apply(state, machu_picchu.parse(state, text))
    return state


def texts(state: machu_picchu.State) -> list[str]:
    """The notation of the legal actions, in their order."""
    return [str(action) for action in machu_picchu.legal_actions(state)]


def fields(state: machu_picchu.State) -> tuple[str | None, ...]:
    """The fields of the priests 1 to 4."""
    return tuple(priest.field for priest in state.priests)


def depots(state: machu_picchu.State) -> tuple[tuple[int, ...], ...]:
    """The stones that the priests 1 to 4 have won."""
    return tuple(priest.depot for priest in state.priests)


def made(state: machu_picchu.State) -> list[Step]:
    """The steps of the last moved round, in order."""
    assert state.last is not None
    return list(state.last.steps)


def occupied_start() -> machu_picchu.State:
    """Priest 4 leaves from c1, while priest 3 is on its start field b2."""
    return play(revealed(1, 40, 50, 2, fields={4: "c1", 3: "c2", 2: "e5", 1: "e4"}), "order 4-1")


def two_outside() -> machu_picchu.State:
    """The priests 4 and 3 leave; 2 and 1 are on their start fields."""
    return play(revealed(2, 1, 50, 40, fields={4: "c1", 3: "e3", 2: "d1", 1: "c2"}), "order 4-1")
