"""How long the analysis of a typical match takes: estimated from decisions spread over a game played by the search.

.venv/bin/python -m tests.bench.analysis [DECISIONS]
"""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from games.ai.analysis import chances_at, judge
from games.ai.evaluators import is_guesswork, progress_at
from games.ai.ismcts import Search
from games.console.arguments import positive
from games.engine import GAMES
from games.engine.contract import AnyGame

DECISIONS = 6
WALKS = 4
"""Walks per decision of the search that plays the game: it need not play well, only plausibly."""


class Decision(NamedTuple):
    """A decision in a game: the position, the progress of the game, the seat that chose, and the action it played."""

    state: Any
    progress: int
    seat: int
    played: str


def decisions(game: AnyGame, seats: int, rng: Random) -> list[Decision]:
    """Every decision of one game that an analysis would look at."""
    states = [game.start(game.deal(seats, {}, rng))]
    found = []
    while (seat := game.to_move(state := states[-1])) is not None:
        action, view = game.legal_actions(state)[0], game.recall(state, seat)
        if len(game.legal_actions(state)) > 1:
            search = Search(game, seat)
            for _walk in range(WALKS):
                search.iterate(game.determinize(view, rng))
            action = search.best()
            if not is_guesswork(game, state):
                found.append(Decision(state, progress_at(game, states, len(states) - 1), seat, str(action)))
        states.append(game.apply(state, action))
    return found


def look_at(game: AnyGame, decision: Decision) -> None:
    """Compute what the site computes for a decision: its judgement, and a point of the course of the match."""
    state, progress, seat, played = decision
    judgement = judge(game, game.recall(state, seat), seat, played, progress=progress, rng=Random(1))
    chances_at(game, state, judgement, progress)


def measure(number: int) -> None:
    """Print the time of `number` decisions, and of a whole match, for every game with the fewest and the most seats."""
    for game in GAMES.values():
        for seats in (game.SEATS[0], game.SEATS[-1]):
            found = decisions(game, seats, Random(1))
            started = perf_counter()
            for place in range(number):
                look_at(game, found[(2 * place + 1) * len(found) // (2 * number)])
            each = (perf_counter() - started) / number
            print(
                f"{game.KEY} {seats} seats: {len(found)} decisions, {each:.2f} s each: "
                f"about {each * len(found) / 60:.1f} min a match",
                flush=True,
            )


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.analysis", description=__doc__)
    parser.add_argument("decisions", nargs="?", type=positive, default=DECISIONS, help="that are measured of each game")
    measure(parser.parse_args().decisions)


if __name__ == "__main__":
    main()
