"""A level against the search bots of OpenSpiel, through the adapter, with equal time for a decision.

Needs the extra `research`, as .ci/run installs it: python -m tests.bench.open_spiel GAME [GAMES] [SECONDS] [LEVEL]

Maya's duel is played against `mcts.MCTSBot`, the games that hide something against `ismcts.ISMCTSBot`, both with their
random rollouts. OpenSpiel's bots count simulations, not seconds: so the number is adapted after each decision, until
they take as long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

import numpy
from open_spiel.python.algorithms import ismcts, mcts
from pyspiel import load_game

from games.adapters import open_spiel
from games.adapters.match import Match
from games.adapters.vocabulary import VOCABULARY
from games.ai import choose
from games.engine import GAMES

GAMES_PLAYED = 10
SECONDS = 1.0
LEVEL = "expert"
SEATS = 2
FIRST_SIMULATIONS = 8
FEWEST_SIMULATIONS = 2.0
EXPLORATION = 2.0

Asked = Callable[[Any], int]
"""The number of an action, for a state of OpenSpiel."""


class Paced:
    """A bot of OpenSpiel that takes about so many seconds for a decision."""

    def __init__(self, make: Callable[[int], Any], seconds: float) -> None:
        self.times: list[float] = []
        self.simulations = float(FIRST_SIMULATIONS)
        self._make = make
        self._seconds = seconds

    def __call__(self, state: Any) -> int:
        bot = self._make(round(self.simulations))
        began = perf_counter()
        action: int = bot.step(state)
        taken = perf_counter() - began
        self.times.append(taken)
        self.simulations = max(FEWEST_SIMULATIONS, self.simulations * min(4.0, max(0.25, self._seconds / taken)))
        return action


def rival(game: Any, key: str, seconds: float, seed: int) -> Paced:
    """The bot of OpenSpiel for a game."""
    chance, rng = numpy.random.RandomState(seed), Random(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)

    def open_bot(simulations: int) -> Any:
        return mcts.MCTSBot(game, EXPLORATION, simulations, rollouts, random_state=chance)

    def imagining_bot(simulations: int) -> Any:
        bot = ismcts.ISMCTSBot(
            game, rollouts, EXPLORATION, simulations, random_state=chance, use_observation_string=True,
            allow_inconsistent_action_sets=True,
        )  # fmt: skip
        bot.set_resampler(lambda state, seat: imagined(state, seat, rng))
        return bot

    return Paced(open_bot if SEATS in GAMES[key].OPEN_SEATS else imagining_bot, seconds)


def imagined(state: Any, seat: int, rng: Random) -> Any:
    """A state that `seat` cannot tell from this one."""
    match: Match = state.match
    other = state.clone()
    other.match = replace(match, state=match.game.determinize(match.game.view(match.state, seat), rng))
    return other


def level_player(key: str, level: str, seconds: float, seed: int) -> Asked:
    """A level of ours, asked through the adapter: it sees the view only."""
    rng, numbers = Random(seed), {text: number for number, text in enumerate(VOCABULARY[key])}

    def ask(state: Any) -> int:
        match: Match = state.match
        seat = state.current_player()
        choice = choose(match.game, match.game.view(match.state, seat), seat, level, rng, seconds=seconds)
        return numbers[choice.action]

    return ask


def main() -> None:
    key = sys.argv[1]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES_PLAYED
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else SECONDS
    level = sys.argv[4] if len(sys.argv) > 4 else LEVEL
    assert key in GAMES, f"one of {', '.join(GAMES)}"
    assert open_spiel.PLAYERS, "the adapter has registered the games"
    won, paced = 0.0, None
    for place in range(number):
        game = load_game(f"{key}(players={SEATS},rng_seed={place // 2})")
        paced = rival(game, key, seconds, place)
        ours = level_player(key, level, seconds, place)
        seat = place % SEATS
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
            elif len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            else:
                state.apply_action(ours(state) if state.current_player() == seat else paced(state))
        result = state.returns()[seat]
        won += (result > 0) + (result == 0) / 2
        print(
            f"{key}: {level} has {won:g} of {place + 1}; the bot took {fmean(paced.times):.2f} s a decision, "
            f"{paced.simulations:.0f} simulations at last",
            flush=True,
        )


if __name__ == "__main__":
    main()
