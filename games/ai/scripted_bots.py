"""Scripted bots: ways to play any game badly but differently, so that rare branches and endings occur.

They test the rules (`manage.py trace --policy mixed`) and see the whole state: no person ever plays against one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

from games.engine.contract import AnyGame
from games.engine.record import Step
from games.titles import bot_of
from games.titles.manifest import Policy


def uniform(game: AnyGame, state: Any, rng: Random) -> Any:
    """Any legal action, all equally likely."""
    return rng.choice(game.legal_actions(state))


def first(game: AnyGame, state: Any, rng: Random) -> Any:
    """Always the first in the list."""
    return game.legal_actions(state)[0]


def last(game: AnyGame, state: Any, rng: Random) -> Any:
    """Always the last in the list."""
    return game.legal_actions(state)[-1]


def greedy(game: AnyGame, state: Any, rng: Random) -> Any:
    """The action that looks best for its own seat right away."""
    return _best(game, state, rng, lambda seat, after: game.evaluate(after)[seat])


def diligent(game: AnyGame, state: Any, rng: Random) -> Any:
    """The action that looks best for its own seat right away, among those that leave nothing undone, if any."""
    idle = bot_of(game).idle
    busy = [action for action in game.legal_actions(state) if not {*idle} & {*str(action).split()}]
    return _best(game, state, rng, lambda seat, after: game.evaluate(after)[seat], busy)


def clumsy(game: AnyGame, state: Any, rng: Random) -> Any:
    """The action that looks worst for its own seat right away."""
    return _best(game, state, rng, lambda seat, after: -game.evaluate(after)[seat])


def cramped(game: AnyGame, state: Any, rng: Random) -> Any:
    """The action that leaves the fewest choices to the next player."""
    return _best(game, state, rng, lambda seat, after: -len(game.legal_actions(after)))


def roomy(game: AnyGame, state: Any, rng: Random) -> Any:
    """The action that leaves the most choices to the next player."""
    return _best(game, state, rng, lambda seat, after: len(game.legal_actions(after)))


def habit(rng: Random) -> Policy:
    """A creature of habit: it likes each word of the notation more or less, arbitrarily but consistently.

    So one buys whenever it can, one never does, one hoards, one hurries to the end.
    """
    taste = rng.getrandbits(64)

    @cache
    def liking(word: str) -> float:
        return Random(f"{taste} {word}").random()

    def policy(game: AnyGame, state: Any, rng: Random) -> Any:
        if rng.random() < 0.1:
            return uniform(game, state, rng)
        likings = [(fmean(map(liking, str(action).split())), rng.random()) for action in game.legal_actions(state)]
        return game.legal_actions(state)[likings.index(max(likings))]

    return policy


def some_character(rng: Random) -> Policy:
    """One of them at random; half are creatures of habit, each different from the others."""
    if rng.random() < 0.5:
        return habit(rng)
    return rng.choice((uniform, first, last, greedy, clumsy, cramped, roomy))


def some_table(rng: Random, seats: int) -> list[Policy]:
    """A character for every seat; at one table in twelve all are diligent, for events that need everyone's help."""
    if rng.random() < 1 / 12:
        return [diligent] * seats
    return [some_character(rng) for _ in range(seats)]


def play(game: AnyGame, deal: Any, players: Sequence[Policy], rng: Random) -> Iterator[Step]:
    """Play the game that begins with `deal`, with `players[seat]` deciding for each seat."""
    state = game.start(deal)
    while (seat := game.to_move(state)) is not None:
        action = players[seat](game, state, rng)
        after = game.apply(state, action)
        yield Step(state, seat, action, after)
        state = after


def _best(
    game: AnyGame, state: Any, rng: Random, worth: Callable[[int, Any], float], choices: Sequence[Any] = ()
) -> Any:
    """The choice after which `worth(mover, position)` is largest; ties are broken at random.

    Without `choices` it picks among all legal actions.
    """
    seat = game.to_move(state)
    assert seat is not None, "the game is over"
    choices = choices or game.legal_actions(state)
    ranked = [(worth(seat, game.apply(state, action)), rng.random()) for action in choices]
    return choices[ranked.index(max(ranked))]
