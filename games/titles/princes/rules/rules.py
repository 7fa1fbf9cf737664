"""The rules as the contract requires them: the seat to move, its legal actions, and the position after each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from operator import is_
from typing import Any

from games.engine.contract import IllegalAction, find_action
from games.engine.copies import replace

from . import day, hire, main_temple, market, moon, night, priests, production, setup, sundial, temples, trail, turn
from .actions import (
    Action,
    Adjust,
    Buy,
    Collect,
    Decline,
    Done,
    Go,
    Hire,
    Jump,
    Moon,
    Offer,
    Produce,
    Recall,
    Return,
    Reward,
    Sacrifice,
    Sell,
    Settle,
    Take,
)
from .refusals import refusal
from .state import State, Step

_CHOICES: dict[Step, Callable[[State], tuple[Action, ...]]] = {
    Step.SETTLE: setup.choices,
    Step.TURN: turn.choices,
    Step.PRODUCTION: production.choices,
    Step.SACRIFICE: temples.choices,
    Step.OFFER: main_temple.choices,
    Step.HIRE: hire.choices,
    Step.PRIESTS: priests.choices,
    Step.MARKET: market.choices,
    Step.SUNDIAL: sundial.choices,
    Step.SUNDIAL_REWARD: lambda state: sundial.REWARDS,
    Step.MOON_TILE: moon.choices,
    Step.NIGHT_TILES: moon.choices,
    Step.NIGHT_SUNDIAL: lambda state: sundial.REWARDS,
    Step.OVER: lambda state: (),
}


def to_move(state: State) -> int | None:
    """The seat to move; None when the game is over."""
    return None if state.step is Step.OVER else state.asked


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat to move, in the order of notation.md; empty when the game is over."""
    return trail.choices(state) if state.summit else _CHOICES[state.step](state)


def apply(state: State, action: Action) -> State:
    """The position after a legal action. Raises IllegalAction for any other."""
    legal = legal_actions(state)
    # Most actions come from these lists: finding the same object is faster than finding an equal one.
    if not any(map(is_, legal, repeat(action))) and action not in legal:
        raise IllegalAction(refusal(state, str(action)))
    after = _AFTER[action.__class__](state, action)
    return day.end_turn(after) if after.step is Step.TURN_OVER else after


def parse(state: State, text: str) -> Action:
    """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
    action = find_action(legal_actions(state), text)
    if action is None:
        raise IllegalAction(refusal(state, text))
    return action


def _unless_on_summit(state: State) -> State:
    """Continue after a seat's walk, unless the seat must first put cards back."""
    if state.summit:
        return state
    match state.step:
        case Step.STONES:
            return temples.after_stones(state)
        case Step.SACRIFICE:
            return temples.ask_next(state)
        case Step.OFFER:
            return main_temple.ask_next(state)
        case Step.NIGHT_TILES:
            return night.after_tiles(state)
        case Step.NIGHT_SUNDIAL:
            return night.after_reward(state)
        case _:
            # The Sundial or a moon tile, on the last day.
            return replace(state, step=Step.TURN_OVER)


def _after_reward(state: State, action: Reward) -> State:
    return _unless_on_summit(sundial.after_reward(state, action))


def _after_return(state: State, action: Return) -> State:
    return _unless_on_summit(trail.after_return(state, action))


def _after_moon_tile(state: State, action: Collect | Decline) -> State:
    by_day = state.step is Step.MOON_TILE
    return turn.after_moon_tile(state, action) if by_day else night.after_moon_tile(state, action)


_AFTER: dict[type[Action], Callable[[State, Any], State]] = {
    Settle: setup.after_settling,
    Go: turn.after_move,
    Jump: turn.after_move,
    Moon: turn.after_staying,
    Produce: production.after_production,
    Sacrifice: temples.after_sacrifice,
    Offer: main_temple.after_offer,
    Hire: hire.after_hire,
    Take: priests.after_taking,
    Adjust: market.after_adjusting,
    Sell: market.after_selling,
    Buy: market.after_buying,
    Done: lambda state, _done: market.after_market(state),
    Recall: sundial.after_recall,
    Reward: _after_reward,
    Return: _after_return,
    Collect: _after_moon_tile,
    Decline: _after_moon_tile,
}
"""The position after each kind of action; if nobody is left to ask, the turn is over."""
