"""How many actions a second the engine plays: random play, listing the legal actions of every position.

.venv/bin/python -m tests.bench.engine_speed [SECONDS]
"""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from time import process_time

from games.engine import GAMES
from games.engine.contract import AnyGame

SECONDS = 2.0


def actions_of_a_game(game: AnyGame, seats: int, rng: Random) -> int:
    """How many actions a game takes when every legal one is equally likely."""
    state = game.start(game.deal(seats, {}, rng))
    for actions in count():
        legal = game.legal_actions(state)
        if not legal:
            return actions
        state = game.apply(state, rng.choice(legal))
    raise AssertionError("count() does not end")


def speed(game: AnyGame, seats: int, seconds: float) -> float:
    """Actions a second of processor time, measured for about so long."""
    rng, actions, begin = Random(1), 0, process_time()
    while (elapsed := process_time() - begin) < seconds:
        actions += actions_of_a_game(game, seats, rng)
    return actions / elapsed


def measure(seconds: float) -> None:
    """Print the speed of every game with every number of seats, each measured for so long."""
    for game in GAMES.values():
        for seats in game.SEATS:
            print(f"{game.KEY} {seats} seats: {speed(game, seats, seconds):,.0f} actions/s", flush=True)


def main() -> None:
    measure(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)


if __name__ == "__main__":
    main()
