"""The actions that a seat may plan for its next turn, computed from imagined states, never from the real one.

Several full states are imagined from what the seat sees. In each, all seats play at random until it is the turn of this
one. Whatever it could do there can be planned.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.contract import AnyGame, IllegalAction, find_action, on_turn
from games.models import Match, Seat
from games.selectors.position.engines import game_of
from games.selectors.position.positions import Position, facing

WORLDS = 8
"""How many continuations of the match are imagined."""

MOST_PLANNED = 12
"""Maximum actions in a plan: no turn has many more."""

Prospects = tuple[Position, ...]
"""The positions that a seat may face at one moment of its next turn: one for each imagined continuation that gets
there.
"""


def may_plan(match: Match, seat: Seat | None) -> bool:
    """Whether a person may plan for this seat now: the match is running, and someone else decides."""
    return (
        seat is not None
        and not match.at_device
        and seat.stand_in_id is None
        and match.status == Match.Status.RUNNING
        and match.to_move != seat.number
    )


def prospects(match: Match, seats: list[Seat], seat: Seat, view: Any) -> list[Prospects]:
    """The positions that `seat`, which sees `view`, may face: when its turn comes, and after each action of its plan.

    The last ones are those from which the plan may be continued. Continuations in which a planned action is impossible
    are dropped from there on.
    """
    game = game_of(match)
    found: list[list[Position]] = [[] for _ in range(len(seat.plan) + 1)]
    for world in range(WORLDS):
        rng = Random(world)
        state = _until_turn(game, game.determinize(view, rng), seat.number, rng)
        for place, text in enumerate([*seat.plan, None]):
            if state is None:
                break
            legal = game.legal_actions(state)
            found[place].append(facing(match, game, seats, seat.number, game.view(state, seat.number), legal))
            action = None if text is None else find_action(legal, text)
            state = None if action is None else _until_choice(game, game.apply(state, action), seat.number)
    return [tuple(positions) for positions in found]


def why_not(game: AnyGame, view: Any, text: str) -> str:
    """The rules' objection to the action `text` for the seat that sees `view` and decides; "" if there is none."""
    try:
        game.parse(game.determinize(view, Random(0)), text)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


def _until_turn(game: AnyGame, state: Any, seat: int, rng: Random) -> Any:
    """The state in which the seat has a choice on its own turn, after random play by all seats; None if the game ends
    before.
    """
    while (mover := game.to_move(state)) is not None:
        legal = game.legal_actions(state)
        if mover == seat and len(legal) > 1 and on_turn(state, mover) == seat:
            return state
        state = game.apply(state, rng.choice(legal))
    return None


def _until_choice(game: AnyGame, state: Any, seat: int) -> Any:
    """The state in which the seat has its next choice, if it keeps deciding; None if someone else decides before."""
    while game.to_move(state) == seat == on_turn(state, seat):
        legal = game.legal_actions(state)
        if len(legal) > 1:
            return state
        state = game.apply(state, legal[0])
    return None
