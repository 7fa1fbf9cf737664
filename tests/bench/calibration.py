"""Whether the chances of an analysis are right: of 100 positions in which it gives someone 70 %, 70 should be won.

.venv/bin/python -m tests.bench.calibration [--game GAME] [--seats N] [--games N] [--walks N] [--jobs N]

Plays games of the search against itself, other ones than those that `manage.py calibrate` fitted the curves to,
and computes, at some decisions of each, the chances that the chart of a match shows.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from games.ai import alpha_beta
from games.ai.analysis import chances_at, judge
from games.ai.chances import by_side, log_loss, won
from games.ai.evaluators import is_guesswork, progress_at, walked
from games.ai.ismcts import Search
from games.engine import GAMES
from games.engine.contract import AnyGame

DECISIONS = 8
"""Decisions looked at in each game, one in each eighth of it."""
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""The limits of the ranges in which chances are counted together."""


class Said(NamedTuple):
    """The predicted chance of one side at one decision, and the share of the win it got."""

    chance: float
    share: float


def played(game: AnyGame, seats: int, walks: int, rng: Random) -> list[Any]:
    """The positions of one game of the search against itself, from the start to the end."""
    states = [game.start(game.deal(seats, {}, rng))]
    while (seat := game.to_move(states[-1])) is not None:
        legal = game.legal_actions(states[-1])
        action = rng.choice(legal)
        if len(legal) > 1 and not is_guesswork(game, states[-1]):
            view = game.recall(states[-1], seat)
            near = walked(game, view)
            search = Search(near, seat)
            for _walk in range(walks):
                search.iterate(near.determinize(view, rng))
            action = search.best()
        states.append(game.apply(states[-1], action))
    return states


def said_in(key: str, seats: int, walks: int, seed: str) -> list[list[Said]]:
    """The predictions for each side at some decisions of one game."""
    game, rng = GAMES[key], Random(f"bench/{key}/{seats}/{seed}")
    states = played(game, seats, walks, rng)
    outcome = game.outcome(states[-1])
    assert outcome is not None
    shares = won(game, outcome)
    choices = [
        step
        for step, state in enumerate(states[:-1])
        if len(game.legal_actions(state)) > 1 and not is_guesswork(game, state)
    ]
    found = []
    for part in range(DECISIONS):
        state = states[step := choices[(part * len(choices) + rng.randrange(len(choices))) // DECISIONS]]
        seat, progress = game.to_move(state), progress_at(game, states, step)
        assert seat is not None
        one = str(game.legal_actions(state)[0])
        # The chart uses all cards; a judgement from a view counts only where nothing is hidden.
        few = None if alpha_beta.can_search(game, seats) else 1
        judgement = judge(game, game.recall(state, seat), seat, one, progress=progress, rng=rng, iterations=few)
        sides = by_side(game, chances_at(game, state, judgement, progress))
        found.append([Said(chance, share) for chance, share in zip(sides, shares, strict=True)])
    return found


def surprise(decisions: Iterable[Sequence[Said]]) -> float:
    """The mean log loss: how much the results would surprise someone who believed the predictions."""
    return fmean(log_loss([one.share for one in said], [one.chance for one in said]) for said in decisions)


def report(decisions: Sequence[Sequence[Said]]) -> str:
    """One line: predicted and actual shares per range of chances, and the log loss next to that of even chances."""
    parts = []
    for low, high in zip(STEPS, STEPS[1:], strict=False):
        some = [one for said in decisions for one in said if low <= one.chance < high or one.chance == high == 1]
        if some:
            parts.append(
                f"{100 * fmean(one.chance for one in some):.0f} % said, {100 * fmean(one.share for one in some):.0f} % "
                f"won ({len(some)})"
            )
    even = fmean(log(len(said)) for said in decisions)
    return f"{'; '.join(parts)}; log loss {surprise(decisions):.3f} ({even:.3f})"


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.calibration", description=__doc__)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--walks", type=int, default=12, help="of the search that plays (default 12)")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as processes:
        for game in GAMES.values():
            for seats in game.SEATS:
                if asked.game in (None, game.KEY) and asked.seats in (None, seats):
                    one_game = partial(said_in, game.KEY, seats, asked.walks)
                    games = processes.map(one_game, map(str, range(asked.games)))
                    decisions = [said for decisions in games for said in decisions]
                    print(f"{game.KEY} {seats} seats: {report(decisions)}", flush=True)


if __name__ == "__main__":
    main()
