"""The end of a round: priests outside come back, the high priest passes to the left (MAC 6.6 and 6.7)."""

from __future__ import annotations

from games.engine.copies import copier, maker

from .data import LARGEST
from .precinct import FIELDS, NEIGHBOURS, STARTS
from .setup import EMPTY_STAIRS
from .state import Place, Priest, State

PLACES = {priest: {field: Place(priest, field) for field in FIELDS} for priest in range(1, LARGEST + 1)}
"""Every `Place` action, by priest and field."""

_new_priest = maker(Priest)
_with_priests = copier(State, "priests")
_new_round = copier(State, "priests", "stairs", "round")


def put_back(state: State) -> State:
    """The position after priests outside return to free start fields: a question if any is left out, or a new round.

    If the game ends with this round, the priests stay where they are.
    """
    if state.is_last_round:
        return state
    standing = [priest.field for priest in state.priests]
    if None not in standing:
        return _next_round(state, state.priests)
    priests = list(state.priests)
    for index, start in enumerate(STARTS):
        if standing[index] is None and start not in standing:
            priests[index] = _new_priest(start, priests[index].depot)
    if None in [priest.field for priest in priests]:
        return _with_priests(state, tuple(priests))
    return _next_round(state, tuple(priests))


def choices(state: State) -> tuple[Place, ...]:
    """The free fields next to the start field of the largest priest outside."""
    standing = [priest.field for priest in state.priests]
    number = state.placing
    return tuple([PLACES[number][field] for field in NEIGHBOURS[STARTS[number - 1]] if field not in standing])


def after_returning(state: State, action: Place) -> State:
    """The position after a priest is put back next to its start field, where it wins nothing."""
    index = action.priest - 1
    priests = list(state.priests)
    priests[index] = _new_priest(action.field, priests[index].depot)
    return put_back(_with_priests(state, tuple(priests)))


def _next_round(state: State, priests: tuple[Priest, ...]) -> State:
    return _new_round(state, priests, EMPTY_STAIRS, state.round + 1)
