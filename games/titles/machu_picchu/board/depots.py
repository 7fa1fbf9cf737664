"""The stones that the priests have won, and the seats that score for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.pages.boards.names import seat_name
from games.titles.machu_picchu.rules.data import DEPOT_SPACES, LARGEST, PAIRS
from games.titles.machu_picchu.rules.state import View

from .pieces import is_mine, your_seat
from .words import signed

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Depot:
    """The spaces of a priest with the stones on each, and the other seats it scores for, as far as the viewer knows."""

    number: int
    spaces: list[tuple[int, ...]]
    value: str
    is_mine: bool
    is_nobodys: bool
    has_changed: bool
    is_full: bool
    owners: list[tuple[int, str]]


def depots(position: Position) -> list[Depot]:
    """The depots, from the largest priest to the smallest."""
    return [_depot(position, number) for number in range(LARGEST, 0, -1)]


def nearly_full(view: View) -> list[int]:
    """The priests whose depots need only one more stone to end the game (MAC 7), the largest first."""
    fullest = [number for number, priest in enumerate(view.priests, 1) if len(priest.depot) == DEPOT_SPACES - 1]
    return fullest[::-1]


def _depot(position: Position, number: int) -> Depot:
    view: View = position.view
    priest = view.priests[number - 1]
    before = position.entries[-1].before.priests[number - 1] if position.entries else priest
    return Depot(
        number=number,
        spaces=_spaces(priest.depot),
        value=signed(priest.value),
        is_mine=is_mine(position, number),
        is_nobodys=not any(str(number) in pair for pair in PAIRS[len(view.seats)]),
        has_changed=len(priest.depot) != len(before.depot),
        is_full=priest.is_full,
        owners=[
            (seat, seat_name(position, seat))
            for seat, owner in enumerate(view.seats)
            if seat != your_seat(position) and str(number) in (owner.pair or "")
        ],
    )


def _spaces(stones: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The stones on each space: a sixth stone shares the last one."""
    last = DEPOT_SPACES - 1
    return [stones[place : place + 1] for place in range(last)] + [stones[last:]]
