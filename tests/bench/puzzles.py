"""How many of the puzzles that come with the site each level solves: `python -m tests.bench.puzzles --level expert`."""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random

from games.ai import alpha_beta
from games.ai.analysis import ITERATIONS, POSITIONS_A_WALK
from games.ai.levels import LEVELS
from games.ai.player import choose, view_for
from games.engine import GAMES
from games.engine.record import final_state
from puzzles.finding.file import shipped

POSITIONS_FOR_A_WALK = 2 * POSITIONS_A_WALK
"""Alpha-beta searches so many positions in the time of one walk: see `games.ai.analysis`."""

TRIES = 10
"""How often a level that does not search is asked, as its answers vary."""


def solved(game: str, level: str, seconds: float, most: int) -> tuple[float, int]:
    """How many of the first `most` puzzles a level solves, and how many there are.

    A level that searches gets the walks of an analysis per second, times `seconds`, however fast this machine is; where
    nothing is hidden from two players, as many positions as take this long.
    """
    rules, right, count = GAMES[game], 0.0, 0
    for found in list(shipped(game))[:most]:
        state, seat = final_state(found.record), found.moment.seat
        view = view_for(rules, state, seat, level)
        tries = TRIES if LEVELS[level].noise_in(game) else 1
        is_open = alpha_beta.can_search(rules, found.record.seats)
        walks = max(1, round(seconds * ITERATIONS[game] * (POSITIONS_FOR_A_WALK if is_open else 1)))
        answers = [
            choose(rules, view, seat, level, Random(f"{level}/{count}/{each}"), iterations=walks).action
            for each in range(tries)
        ]
        right += answers.count(found.moment.best) / tries
        count += 1
    return right, count


def main() -> None:
    """Print a line for each game."""
    parser = ArgumentParser(prog="python -m tests.bench.puzzles", description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default="expert")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a level that searches")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game; may be repeated")
    parser.add_argument("--most", type=int, default=1000, help="so many puzzles of each game")
    asked = parser.parse_args()
    for game in asked.game or GAMES:
        right, count = solved(game, asked.level, asked.seconds, asked.most)
        print(f"{game}: {asked.level} solves {right:.1f} of {count}", flush=True)


if __name__ == "__main__":
    main()
