"""How long each level thinks about a decision, how much it searches, and how much memory it takes.

.venv/bin/python -m tests.bench.thinking [DECISIONS] [LEVEL ...]
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Collection
from random import Random
from statistics import median

from games.ai import LEVELS, Choice, choose, view_for
from games.engine import GAMES
from games.engine.contract import AnyGame

DECISIONS = 6
LONG = 5.0
"""For a level that takes longer than this, in seconds, only one decision in the middle of the game is measured."""


def decisions(game: AnyGame, seats: int, level: str, number: int, rng: Random) -> list[Choice]:
    """The choices of a level in `number` decisions, spread over a game played at random."""
    state = game.start(game.deal(seats, {}, rng))
    asked = []
    while (seat := game.to_move(state)) is not None:
        legal = game.legal_actions(state)
        if len(legal) > 1:
            asked.append((view_for(game, state, seat, level), seat))
        state = game.apply(state, rng.choice(legal))
    spread = (asked[(2 * place + 1) * len(asked) // (2 * number)] for place in range(number))
    return [choose(game, view, seat, level, rng) for view, seat in spread]


def report(choices: list[Choice]) -> str:
    """The median and longest time, and iterations per second if there was a search: nodes in an open game for two."""
    times = [choice.seconds for choice in choices]
    iterations = sum(choice.iterations for choice in choices)
    searched = f"; {iterations / sum(times):,.0f} iterations/s" if iterations else ""
    return f"{median(times) * 1000:,.0f} ms, at most {max(times) * 1000:,.0f} ms{searched}"


def measure(number: int, levels: Collection[str]) -> None:
    """Print the time of `number` decisions by each of the levels, in every game with every number of seats."""
    for game in GAMES.values():
        for seats in game.SEATS:
            for level in levels:
                choices = decisions(game, seats, level, 1 if LEVELS[level].seconds > LONG else number, Random(1))
                print(f"{game.KEY} {seats} seats: {level} decides in {report(choices)}", flush=True)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Memory of all that, at most: {megabytes:.0f} MB")


def main() -> None:
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS, sys.argv[2:] or LEVELS)


if __name__ == "__main__":
    main()
