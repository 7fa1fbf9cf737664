"""How long the analysis of a typical match takes: estimated from decisions spread over a game of the search itself.

.venv/bin/python -m tests.bench.analysis [DECISIONS]
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter
from typing import Any

from games.ai.analysis import judge
from games.ai.ismcts import Search
from games.engine import GAMES
from games.engine.contract import AnyGame

WALKS = 4
"""Of the search that plays the game: it need not play well, only like a game."""


def choices(game: AnyGame, seats: int, rng: Random) -> list[tuple[int, Any, int, str]]:
    """Every choice of one game: after how many actions, the seat's view, the seat, and what was played."""
    state = game.start(game.deal(seats, {}, rng))
    found = []
    ply = 0
    while (seat := game.to_move(state)) is not None:
        action, view = game.legal_actions(state)[0], game.recall(state, seat)
        if len(game.legal_actions(state)) > 1:
            search = Search(game, seat)
            for _walk in range(WALKS):
                search.iterate(game.determinize(view, rng))
            action = search.best()
            found.append((ply, view, seat, str(action)))
        state = game.apply(state, action)
        ply += 1
    return found


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    for game in GAMES.values():
        for seats in (game.SEATS[0], game.SEATS[-1]):
            found = choices(game, seats, Random(1))
            started = perf_counter()
            for place in range(number):
                ply, view, seat, played = found[place * len(found) // number]
                judge(game, view, seat, played, ply=ply, rng=Random(1))
            each = (perf_counter() - started) / number
            print(
                f"{game.KEY} {seats} seats: {len(found)} decisions, {each:.2f} s each: "
                f"about {each * len(found) / 60:.1f} min a match",
                flush=True,
            )


if __name__ == "__main__":
    main()
