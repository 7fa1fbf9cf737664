"""Building the towers together, level by level and piece by piece (MAY 2)."""

from __future__ import annotations

from functools import lru_cache

from games.engine.copies import replace

from .board import TOWERS
from .pieces import COLORS, Towers
from .state import Place, State
from .turns import first_turn

PLACES = {color: {tower: Place(color, tower) for tower in TOWERS} for color in COLORS}
"""Every `Place` action, by colour and tower."""


def choices(state: State) -> tuple[Place, ...]:
    """Every legal placement on this level: no tower may repeat a colour, and the level must remain fillable."""
    return _choices(state.towers)


def after_placing(state: State, action: Place) -> State:
    """The position after a piece is placed; the last piece is followed by the first turn."""
    index = action.tower - 1
    towers = (*state.towers[:index], state.towers[index] + action.color, *state.towers[index + 1 :])
    after = replace(state, towers=towers)
    return first_turn(after) if after.is_built else after


@lru_cache(maxsize=1024)
def _choices(towers: Towers) -> tuple[Place, ...]:
    colors, places = left_on_this_level(towers)
    fits = {color: [tower for tower in places if color not in towers[tower - 1]] for color in colors}
    color_on = _one_way_to_fill(fits)
    within_reach = _within_reach(fits, color_on)
    # A colour may take the tower of another if the other can reach the freed tower, pushing further colours on.
    return tuple(
        PLACES[color][tower] for color in colors for tower in fits[color] if color in within_reach[color_on[tower]]
    )


def left_on_this_level(towers: Towers) -> tuple[list[str], list[int]]:
    """The colours not yet placed on the level being filled, and the towers without a piece on it."""
    height = min(map(len, towers))
    places = [number for number, tower in enumerate(towers, 1) if len(tower) == height]
    used = {tower[height] for tower in towers if len(tower) > height}
    return [color for color in COLORS if color not in used], places


def _one_way_to_fill(fits: dict[str, list[int]]) -> dict[int, str]:
    """One assignment of colours to towers that fills the level; it always exists (augmenting paths)."""
    color_on: dict[int, str] = {}

    def find_place(color: str, tried: set[int]) -> bool:
        for tower in fits[color]:
            if tower not in tried:
                tried.add(tower)
                if tower not in color_on or find_place(color_on[tower], tried):
                    color_on[tower] = color
                    return True
        return False

    for color in fits:
        found = find_place(color, set())
        assert found, "this level cannot be filled"
    return color_on


def _within_reach(fits: dict[str, list[int]], color_on: dict[int, str]) -> dict[str, set[str]]:
    """For each colour, itself and those whose tower it can reach, directly or by pushing others on (Warshall)."""
    within = {color: {color, *(color_on[tower] for tower in towers)} for color, towers in fits.items()}
    for middle in within:
        for reached in within.values():
            if middle in reached:
                reached.update(within[middle])
    return within
