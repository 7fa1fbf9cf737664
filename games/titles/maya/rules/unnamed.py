"""The canonical form of a view: without names of colours and sides of the board, which the rules treat alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .board import TOWERS
from .data import LEVELS, ROW
from .pieces import COLORS
from .recall import RecalledView
from .state import View


def _turned(towers: tuple[int, ...]) -> tuple[int, ...]:
    """The board rotated by a quarter turn."""
    return tuple(towers[column * ROW + ROW - 1 - row] for row in range(ROW) for column in range(ROW))


def _sides() -> tuple[tuple[int, ...], ...]:
    """The board seen from each of its sides and mirrored: which tower is at each place."""
    found = []
    for towers in (TOWERS, tuple(TOWERS[row * ROW + ROW - 1 - column] for row in range(ROW) for column in range(ROW))):
        for _side in range(4):
            found.append(towers)
            towers = _turned(towers)
    return tuple(found)


_SIDES = _sides()


def unnamed(view: View) -> View:
    """The view with the colours named in order, seen from the side that then comes first.

    Equal for two games that differ only in these names. Earlier positions are counted, not listed. While towers are
    being built together, too little has been placed to drop the names.
    """
    if any(len(tower) < LEVELS for tower in view.towers):
        return view
    return min((_seen_from(view, side) for side in _SIDES), key=repr)


def _seen_from(view: View, side: tuple[int, ...]) -> View:
    towers = [view.towers[number - 1] for number in side]
    place = {number: here for here, number in enumerate(side, 1)}
    named = str.maketrans(dict(zip(dict.fromkeys("".join(towers)), COLORS, strict=True)))

    def pair(first: int, second: int) -> tuple[int, int]:
        one, other = sorted((place[first], place[second]))
        return one, other

    facts: dict[str, Any] = {}
    if isinstance(view, RecalledView):
        facts["history"] = tuple((*pair(first, second), level) for first, second, level in view.history)
    return replace(
        view,
        towers=tuple(tower.translate(named) for tower in towers),
        monolith=view.monolith and pair(*view.monolith),
        ladders=tuple(view.ladders[number - 1] for number in side),
        priests=tuple(view.priests[number - 1] for number in side),
        centre_card=view.centre_card and view.centre_card.translate(named),
        tasks=tuple(cards and "".join(sorted(cards.translate(named))) for cards in view.tasks),
        seen=(),
        **facts,
    )
