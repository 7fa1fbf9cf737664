"""Moments of random games at which something is hidden, and tables to test them at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from games.engine import GAMES
from games.engine.record import Record, final_state
from tests.contract.played import Kind, Played, kinds, play
from tests.contract.scrambled import OPEN
from tests.games.imagined import LAID, secrets

GAMES_TRIED = 100
OUT_OF_TURN = "asked out of turn"
TAKEN_BACK = "after an undo"
BUSY = "cards face down"
"""The moment at which most is hidden."""


@dataclass(frozen=True)
class Moment:
    """A running game: its record, and the action, if any, that the seat to decide has just played and undone."""

    record: Record
    taken_back: str = ""


def tables() -> list[Kind]:
    """One random game for every table at which something is hidden."""
    found = {(kind.key, kind.seats, kind.options): kind for kind in kinds() if kind.policy == "random"}
    return [kind._replace(number=0) for (key, seats, _options), kind in found.items() if (key, seats) not in OPEN]


def moments_of(table: Kind) -> list[str]:
    """The names of the moments that exist at a table: not every game asks out of turn."""
    asks = hasattr(GAMES[table.key].State, "active")
    return [name for name in _IS if asks or name != OUT_OF_TURN]


def moment(table: Kind, name: str) -> Moment:
    """The latest moment of this name in the first three quarters of a random game."""
    for number in range(GAMES_TRIED):
        played = play(table._replace(number=number))
        for ply in range(len(played.steps) * 3 // 4, 0, -1):
            if _IS[name](played, ply):
                taken_back = str(played.steps[ply].action) if name == TAKEN_BACK else ""
                return Moment(played.record(ply), taken_back)
    raise AssertionError(f"no random game of {table} has the moment {name!r}")


def _is_early(played: Played, ply: int) -> bool:
    return ply == 2


def _is_middle(played: Played, ply: int) -> bool:
    return ply == len(played.steps) // 2


def _is_out_of_turn(played: Played, ply: int) -> bool:
    return played.steps[ply].state.active != played.steps[ply].seat


def _lies_face_down(played: Played, ply: int) -> bool:
    return LAID[played.game.KEY] in secrets(played.record(ply))


def _is_taken_back(played: Played, ply: int) -> bool:
    state, _seat, action, _after = played.steps[ply]
    return len(played.game.legal_actions(state)) > 1 and not played.game.reveals(state, action)


_IS: dict[str, Callable[[Played, int], bool]] = {
    "early": _is_early,
    "middle": _is_middle,
    OUT_OF_TURN: _is_out_of_turn,
    BUSY: _lies_face_down,
    TAKEN_BACK: _is_taken_back,
}


def taken_back_instead(at: Moment, twin: Record, seat: int | None) -> str:
    """The action that was undone in the imagined match: another one, unless the viewer is the one who decides."""
    if not at.taken_back:
        return ""
    game, state = GAMES[twin.game], final_state(twin)
    if game.to_move(state) == seat:
        return at.taken_back
    return next(str(action) for action in game.legal_actions(state) if str(action) != at.taken_back)


LARGE = {table.key: table for table in tables()}
"""One table of every game, with the most seats and a variant."""
FIRST = "machu_picchu"
"""The game tested in the default run; the others are in the slow lane."""
EACH = [
    pytest.param(table, marks=[] if key == FIRST else pytest.mark.slow, id=str(table)) for key, table in LARGE.items()
]
"""The tables of `LARGE` as parameters of a test."""
