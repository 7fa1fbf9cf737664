"""Static evaluation: how well each seat is doing, as a computer player judges a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, repeat

from games.engine import weights

from .board import NEIGHBOURS
from .data import LADDER_PLACES, MAJORITY_POINTS, PRIEST_POINTS
from .ending import outcome, points_of, team
from .pieces import Places, Towers, groups_at, places
from .state import TWO, Decision, State, View
from .swaps import levels_to_cut
from .tasks import tasks
from .turns import decision


@dataclass(frozen=True, slots=True)
class Weights:
    """Evaluation weights; none of them is a number from the rules."""

    ladder: float
    """Points for each of the seat's own ladders in the duel."""
    doubt_for_a_ladder_to_come: float
    """The discount on a majority for every ladder that can still be placed at its tower."""
    one_swap_away: float
    """Points for two pieces of a task colour on consecutive levels that one swap would connect."""
    further_away: float
    """Points for such a pair that needs more than one swap."""


WEIGHTS = weights.read(__package__, Weights)


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points that each seat would have now; in the duel a majority counts less while ladders may still come.

    With task cards, pieces that may soon be connected count a little too. A finished game is valued by its outcome.
    """
    result = outcome(state)
    if result is not None:
        return result.judged
    return _duel(state, judgement) if state.seats == TWO else _with_tasks(state, judgement)


def is_guesswork(seen: State | View) -> bool:
    """Whether nothing tells a good action from a bad one: while towers are being built, before there are task cards."""
    return (seen.decision if isinstance(seen, View) else decision(seen)) is Decision.PLACE


def _duel(state: State, judgement: Weights) -> tuple[float, ...]:
    """The value for both seats of a duel: priests, majorities as far as they are safe, and a little for each ladder."""
    white, black = (float(PRIEST_POINTS * state.priests.count(seat)) for seat in range(TWO))
    for of_white, of_black in map(_worth_of_ladders, repeat(judgement), state.towers, LADDER_PLACES, state.ladders):
        white += of_white
        black += of_black
    return white, black


@lru_cache(maxsize=1 << 15)
def _worth_of_ladders(judgement: Weights, tower: str, places: int, ladders: tuple[int, int]) -> tuple[float, float]:
    """The value of the ladders at one tower for White and Black."""
    of_white, of_black = ladders
    to_come = min(places - of_white - of_black, len(levels_to_cut(tower)))
    lead = (of_white - of_black) / (1 + judgement.doubt_for_a_ladder_to_come * to_come)
    white = MAJORITY_POINTS * max(0.0, min(1.0, lead)) + judgement.ladder * of_white
    black = MAJORITY_POINTS * max(0.0, min(1.0, -lead)) + judgement.ladder * of_black
    return white, black


def _with_tasks(state: State, judgement: Weights) -> tuple[float, ...]:
    """The value of each seat's task colours and its partner's; 0 while the towers are being built."""
    own = [sum(worth_of_color(judgement, state.towers, color) for color in colors) for colors in tasks(state)]
    if not own:
        return (0.0,) * state.seats
    return tuple(float(sum(own[member] for member in team(state, seat))) for seat in range(state.seats))


def worth_of_color(judgement: Weights, towers: Towers, color: str) -> float:
    """The points of a colour, plus the prospects of its pieces that are not connected yet."""
    return worth_of_places(judgement, places(towers)[color])


@lru_cache(maxsize=1 << 15)
def worth_of_places(judgement: Weights, where: Places) -> float:
    """The same for a colour, given the towers of its pieces.

    If two pieces on consecutive levels are in neighbouring towers, a swap at the level of the upper one connects them:
    this cuts no connection.
    """
    worth = float(points_of(groups_at(where)))
    for lower, upper in pairwise(where):
        if upper in NEIGHBOURS[lower]:
            worth += judgement.one_swap_away
        elif upper != lower:
            worth += judgement.further_away
    return worth
