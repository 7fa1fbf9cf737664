"""The essence of a position (MAY 3 to 6), independent of colour names, the side of the board, and earlier swaps."""

from __future__ import annotations

from typing import Any

from games.engine.essence import Essence, from_first

from .board import TOWERS
from .data import LADDER_PLACES, LEVELS, ROW
from .pieces import COLORS, is_finished
from .state import TWO, View


def _turned(towers: tuple[int, ...]) -> tuple[int, ...]:
    """The board rotated by a quarter turn."""
    return tuple(towers[column * ROW + ROW - 1 - row] for row in range(ROW) for column in range(ROW))


def _sides() -> tuple[tuple[int, ...], ...]:
    """The board seen from each of its four sides, and mirrored: the tower at each place."""
    found = []
    for towers in (TOWERS, tuple(TOWERS[row * ROW + ROW - 1 - column] for row in range(ROW) for column in range(ROW))):
        for _side in range(4):
            found.append(towers)
            towers = _turned(towers)
    return tuple(found)


_SIDES = _sides()


def progress(view: View) -> int:
    """The number of pieces placed: all of them, unless the towers are still being built together."""
    return sum(map(len, view.towers))


def essence(view: View) -> Essence:
    """The essence of a position, with the seat to move first.

    Colours are named in the order they appear, on the board as seen from the side that gives the smallest value. Leaves
    out the number of swaps, repeated positions, the swaps themselves, and the raven where it is an ornament (MAY 5).
    In a duel it includes the ladders of towers where more can be placed, otherwise who has the majority there, and the
    ladders and priests that are left.
    """
    first = view.to_move or 0
    count = (
        view.seats,
        from_first(view.ladders_left, first),
        from_first(view.priests_left, first),
        view.raven if view.seats == TWO else None,
        view.decision,
        view.reason,
        None if view.announced is None else (view.announced - first) % view.seats,
        view.bonus,
    )
    standing = tuple(
        _standing(tower, from_first(ladders, first), places)
        for tower, ladders, places in zip(view.towers, view.ladders, LADDER_PLACES, strict=True)
    )
    tasks = from_first(view.tasks, first)
    facts = min((_from_side(view, standing, tasks, side) for side in _SIDES), key=repr)
    return Essence((*count, *facts), names=view.towers, first=first)


def _standing(tower: str, ladders: tuple[int, ...], places: int) -> Any:
    """The ladders at a tower, the first seat's before the other's; only who leads (1, 0 or -1) if no more can come."""
    if len(tower) == LEVELS and (sum(ladders) == places or is_finished(tower)):
        one, other = ladders
        return (one > other) - (one < other)
    return ladders


def _from_side(view: View, standing: tuple[Any, ...], tasks: tuple[str | None, ...], side: tuple[int, ...]) -> Any:
    """The facts that depend on the side from which the board is seen, with the colours named as they appear there."""
    towers = [view.towers[number - 1] for number in side]
    named = str.maketrans(dict(zip(dict.fromkeys("".join(towers)), COLORS, strict=False)))
    place = {number: here for here, number in enumerate(side, 1)}
    return (
        tuple(tower.translate(named) for tower in towers),
        view.monolith and tuple(sorted(place[number] for number in view.monolith)),
        tuple(standing[number - 1] for number in side),
        tuple(cards and "".join(sorted(cards.translate(named))) for cards in tasks),
    )
