"""Whether OpenSpiel finds the answers of the puzzles that come with the site: `python -m tests.bench.puzzle_judge`.

Needs the extra `research`, as .ci/run installs it. The searches are OpenSpiel's own code, played through the adapter:
for Maya's duel `minimax.alpha_beta_search`, which looks ever further until it has judged enough positions or has seen
the end of all lines; for all others `ismcts.ISMCTSBot`. Of ours is only how a position is judged where they stop.

With `--keep` the puzzles whose answer OpenSpiel does not find are taken out of the files.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from random import Random
from typing import Any

from tests.bench.research import MISSING, is_installed

if not is_installed():
    sys.exit(MISSING)

import numpy
from open_spiel.python.algorithms import ismcts, mcts, minimax
from pyspiel import load_game

from games.adapters import open_spiel
from games.adapters.match import Match
from games.adapters.vocabulary import VOCABULARY
from games.ai import alpha_beta
from games.ai.chances import CURVES, by_seat, chances, won
from games.ai.evaluators import progress_at
from games.engine import GAMES
from games.engine.record import final_state, replay
from puzzles.finding.file import Found, line_of, shipped, shipped_file
from tests.bench.open_spiel import FixedKind

SIMULATIONS = 1000
"""Simulations for a puzzle."""
POSITIONS_A_SIMULATION = 20
"""Alpha-beta judges this many positions in place of one simulation."""
CURIOSITY = 0.2
"""The weight of exploring, for returns that mostly differ by a tenth."""
FURTHEST = 100
"""The greatest depth of alpha-beta; nothing gets this far."""


class _Enough(Exception):
    """As many positions as allowed have been judged."""


class Judging(mcts.Evaluator):
    """The chance of winning by our own `evaluate`: how much more it is than at the start of the simulation.

    That start is one imagined world, and another one with better cards says nothing about the actions. All legal
    actions count as equally promising beforehand.
    """

    def __init__(self, progress: int) -> None:
        self._progress = progress
        self._start: Any = 0.0

    def begin(self, state: Any) -> None:
        """A simulation starts here."""
        self._start = self._chances(state)

    def evaluate(self, state: Any) -> Any:
        """What every seat has gained."""
        return self._chances(state) - self._start

    def _chances(self, state: Any) -> Any:
        match: Match = state.match
        outcome = match.game.outcome(match.state)
        if outcome is not None:
            return numpy.array(by_seat(match.game, won(match.game, outcome), match.seats))
        values = match.game.evaluate(match.state)
        return numpy.array(chances(match.game, values, self._progress + len(match.played), CURVES))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """All legal actions alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Imagining(ismcts.ISMCTSBot):
    """OpenSpiel's search that imagines what is hidden, seeded."""

    def __init__(self, game: Any, progress: int, simulations: int, seed: int) -> None:
        chance = numpy.random.RandomState(seed)
        self._judging = Judging(progress)
        super().__init__(
            game, self._judging, CURIOSITY, simulations, random_state=chance,
            use_observation_string=True, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        self._chance = Random(seed)

    def sample_root_state(self, state: Any) -> Any:
        """The start of the next simulation."""
        start = state.resample_from_infostate(state.current_player(), self._chance.random)
        self._judging.begin(start)
        return start

    def run_simulation(self, state: Any) -> Any:
        """What every seat gains; at the end of the game it is the judge, too, who says so."""
        return self._judging.evaluate(state) if state.is_terminal() else super().run_simulation(state)

    def best(self, state: Any) -> int:
        """The number of the action tried most."""
        self.run_search(state)
        tried = self.filter_illegals(self._root_node, state.legal_actions())
        return int(max(tried.child_info, key=lambda action: tried.child_info[action].visits))


def answer(found: Found, simulations: int, seed: int) -> str:
    """The action that OpenSpiel finds best."""
    record, rules = found.record, GAMES[found.record.game]
    options = "".join(f",{name}={value}" for name, value in record.options.items())
    game = load_game(f"{record.game}(players={record.seats}{options})")
    steps = list(replay(record))
    state = open_spiel.SpielState(game)
    deal = rules.parse_deal(record.seats, record.options, record.deal)
    played = tuple((step.state, step.action) for step in steps)
    state.match = Match(rules, record.seats, record.options, deal, final_state(record), played)
    if alpha_beta.can_search(rules, record.seats):
        number = _deepest(game, state, found.moment.seat, simulations * POSITIONS_A_SIMULATION)
    else:
        progress = progress_at(rules, [step.state for step in steps], len(steps))
        number = Imagining(game, progress, simulations, seed).best(state)
    return VOCABULARY[record.game][number]


def _deepest(game: Any, state: Any, seat: int, most: int) -> int:
    """The best action by the deepest alpha-beta search that ends before it has judged `most` positions."""
    fixed, judged, best = FixedKind(game), 0, state.legal_actions()[0]

    def lead(state: Any) -> float:
        nonlocal judged
        judged += 1
        if judged > most:
            raise _Enough
        values = state.match.game.evaluate(state.match.state)
        return float(values[seat] - values[1 - seat]) / alpha_beta.WON

    try:
        for depth in range(1, FURTHEST):
            before = judged
            _value, best = minimax.alpha_beta_search(fixed, state, lead, depth, seat)
            if judged == before:  # all lines of play reached the end
                break
    except _Enough:
        pass
    return int(best)


def main() -> None:
    """Print a line for each game."""
    parser = ArgumentParser(prog="python -m tests.bench.puzzle_judge", description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game; may be repeated")
    parser.add_argument("--most", type=int, default=1000, help="so many puzzles of each game")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="take the puzzles out on which OpenSpiel disagrees")
    asked = parser.parse_args()
    for game in asked.game or GAMES:
        of_game = list(shipped(game))[: asked.most]
        agreed = [one for one in of_game if answer(one, asked.simulations, asked.seed) == one.moment.best]
        print(f"{game}: OpenSpiel agrees on {len(agreed)} of {len(of_game)}", flush=True)
        if asked.keep:
            shipped_file(game).write_text("".join(map(line_of, agreed)), encoding="utf-8")


if __name__ == "__main__":
    main()
