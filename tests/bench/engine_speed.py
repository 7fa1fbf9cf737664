"""How many actions per second the engine plays: random play, listing the legal actions of every position.

.venv/bin/python -m tests.bench.engine_speed [SECONDS]

Where the extra `research` is installed (`uv sync --extra research`), the games that OpenSpiel has written in Python are
measured beside ours, in the same way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from statistics import median
from time import process_time

from games.engine import GAMES
from games.engine.contract import AnyGame
from tests.bench import research

SECONDS = 2.0
SLICE = 0.1
"""Seconds: the median over slices this short is the engine's speed while nothing disturbs it."""


def actions_of_a_game(game: AnyGame, seats: int, rng: Random) -> int:
    """The number of actions in one game of random play."""
    state = game.start(game.deal(seats, {}, rng))
    for actions in count():
        legal = game.legal_actions(state)
        if not legal:
            return actions
        state = game.apply(state, rng.choice(legal))
    raise AssertionError("count() does not end")


def speed(play: Callable[[Random], int], seconds: float) -> float:
    """Actions per second of processor time: the median over slices that together take about `seconds`.

    `play` plays a game and returns its number of actions.
    """
    rng = Random(1)
    play(rng)  # Warm up: what is created at first use exists afterwards.
    return median(_slices(play, rng, seconds))


def _slices(play: Callable[[Random], int], rng: Random, seconds: float) -> Iterator[float]:
    begin = now = process_time()
    while now - begin < seconds:
        started, actions = now, 0
        while (now := process_time()) - started < SLICE and now - begin < seconds:
            actions += play(rng)
        if actions:
            yield actions / (now - started)


def measure(seconds: float) -> None:
    """Print the speed of every game with every number of seats, `seconds` for each; then OpenSpiel's games."""
    for game in GAMES.values():
        for seats in game.SEATS:

            def play(rng: Random, game: AnyGame = game, seats: int = seats) -> int:
                return actions_of_a_game(game, seats, rng)

            print(f"{game.KEY} {seats} seats: {speed(play, seconds):,.0f} actions/s", flush=True)
    if not research.is_installed():
        print(f"OpenSpiel's Python games are not measured. {research.MISSING}")
        return
    from tests.bench.open_spiel_games import GAMES_IN_PYTHON, player

    for name in GAMES_IN_PYTHON:
        print(f"OpenSpiel {name}: {speed(player(name), seconds):,.0f} actions/s", flush=True)


def main() -> None:
    measure(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)


if __name__ == "__main__":
    main()
