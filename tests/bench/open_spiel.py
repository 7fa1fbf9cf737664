"""A level against the search bots of OpenSpiel, through the adapter, with equal time for a decision.

Needs the extra `research`, as .ci/run installs it: python -m tests.bench.open_spiel GAME [GAMES] [SECONDS] [LEVEL]
[FIRST] [--bot BOT]. With FIRST it begins with that game, counted from 0: a long run can be played in parts, or on
several cores.

Maya's duel is played against `mcts.MCTSBot`, the games that hide something against `ismcts.ISMCTSBot`, both with their
random rollouts. OpenSpiel's bots count simulations, not seconds: here they search on until their time is up. With
`--bot minimax` the duel is played against `minimax.alpha_beta_search`, which searches ever one action deeper until its
time is up, and uses our own `evaluate`, as OpenSpiel has none.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from tests.bench.research import MISSING, is_installed

if not is_installed():
    sys.exit(MISSING)

import numpy
from open_spiel.python.algorithms import ismcts, mcts, minimax
from pyspiel import GameType, load_game

from games.adapters import open_spiel
from games.adapters.match import Match
from games.adapters.vocabulary import VOCABULARY
from games.ai import LEVELS, choose, view_for
from games.engine import GAMES

GAMES_PLAYED = 10
SECONDS = 1.0
LEVEL = "expert"
SEATS = 2
EXPLORATION = 2.0
UNLIMITED = sys.maxsize
FURTHEST = 100
"""The greatest search depth; no search gets this far."""
WON = 1000.0
"""The lead in points that is worth a won game, which OpenSpiel counts as 1."""

PendingJob = Callable[[Any], int]
"""Chooses the number of an action, for a state of OpenSpiel."""


class TimeIsUpError(Exception):
    """The bot's time is up."""


class OpenBot(mcts.MCTSBot):
    """OpenSpiel's search for open games; it stops after `seconds` instead of a number of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        chance = numpy.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        super().__init__(game, EXPLORATION, UNLIMITED, rollouts, random_state=chance)
        self._seconds = seconds
        self._root: Any = None
        self.times: list[float] = []
        self.simulations: list[int] = []

    def step(self, state: Any) -> int:
        """The number of the action, once time is up or the position is solved."""
        began = perf_counter()
        self._ends = began + self._seconds
        try:
            action = super().step(state)
        except TimeIsUpError:
            action = self._root.best_child().action
        self.times.append(perf_counter() - began)
        self.simulations.append(self._root.explore_count)
        return int(action)

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self._root = root
        if root.children and perf_counter() > self._ends:
            raise TimeIsUpError
        return super()._apply_tree_policy(root, state)


class ImaginingBot(ismcts.ISMCTSBot):
    """OpenSpiel's search that imagines what is hidden; it stops like `OpenBot`, and plays its most tried action."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        chance = numpy.random.RandomState(seed)
        super().__init__(
            game, mcts.RandomRolloutEvaluator(1, chance), EXPLORATION, UNLIMITED, random_state=chance,
            use_observation_string=True, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        self._chance = Random(seed)
        self._seconds = seconds
        self.times: list[float] = []
        self.simulations: list[int] = []

    def step(self, state: Any) -> int:
        """The number of the action, once time is up."""
        began = perf_counter()
        self._ends = began + self._seconds
        with suppress(TimeIsUpError):
            self.run_search(state)
        tried = self.filter_illegals(self._root_node, state.legal_actions())
        self.times.append(perf_counter() - began)
        self.simulations.append(tried.total_visits)
        return int(max(tried.child_info, key=lambda action: tried.child_info[action].visits))

    def sample_root_state(self, state: Any) -> Any:
        """The start of the next simulation. Raises TimeIsUpError."""
        if self._root_node.child_info and perf_counter() > self._ends:
            raise TimeIsUpError
        return state.resample_from_infostate(state.current_player(), self._chance.random)


class FixedKind:
    """A game as `alpha_beta_search` needs it: after the deal nothing is hidden and no chance is left.

    OpenSpiel knows one kind for all seat counts and options of a game.
    """

    def __init__(self, game: Any) -> None:
        self._game = game

    def num_players(self) -> int:
        """The number of players of the game."""
        return int(self._game.num_players())

    def get_type(self) -> Any:
        """The kind of the game, without chance and secrets."""
        kind = self._game.get_type()
        return GameType(
            kind.short_name, kind.long_name, kind.dynamics, GameType.ChanceMode.DETERMINISTIC,
            GameType.Information.PERFECT_INFORMATION, kind.utility, kind.reward_model, kind.max_num_players,
            kind.min_num_players, kind.provides_information_state_string, kind.provides_information_state_tensor,
            kind.provides_observation_string, kind.provides_observation_tensor, {},
        )  # fmt: skip


class MinimaxBot:
    """OpenSpiel's alpha-beta search for open games, one action deeper each time, until its time is up."""

    def __init__(self, game: Any, seconds: float, _seed: int) -> None:
        self._game = FixedKind(game)
        self._seconds = seconds
        self.times: list[float] = []
        self.simulations: list[int] = []
        """The number of positions judged in each decision."""

    def step(self, state: Any) -> int:
        """The number of the best action of the deepest search that was finished."""
        began = perf_counter()
        seat, judged, best = state.current_player(), 0, state.legal_actions()[0]

        def lead(state: Any) -> float:
            nonlocal judged
            judged += 1
            if perf_counter() > began + self._seconds:
                raise TimeIsUpError
            values = state.match.game.evaluate(state.match.state)
            return float(values[seat] - values[1 - seat]) / WON

        with suppress(TimeIsUpError):
            for depth in range(1, FURTHEST):
                before = judged
                _value, best = minimax.alpha_beta_search(self._game, state, lead, depth, seat)
                if judged == before:  # all lines of play reached the end
                    break
        self.times.append(perf_counter() - began)
        self.simulations.append(judged)
        return int(best)


Bot = OpenBot | ImaginingBot | MinimaxBot
BOTS: dict[str, type[Bot]] = {"mcts": OpenBot, "ismcts": ImaginingBot, "minimax": MinimaxBot}


def rival(key: str) -> str:
    """The bot of OpenSpiel that plays a game by default."""
    return "mcts" if SEATS in GAMES[key].OPEN_SEATS else "ismcts"


def level_player(key: str, level: str, seconds: float, seed: int) -> PendingJob:
    """One of our levels, asked through the adapter: it sees and remembers only what a player may."""
    rng, numbers = Random(seed), {text: number for number, text in enumerate(VOCABULARY[key])}

    def ask(state: Any) -> int:
        match: Match = state.match
        seat = state.current_player()
        choice = choose(match.game, view_for(match.game, match.state, seat, level), seat, level, rng, seconds=seconds)
        return numbers[choice.action]

    return ask


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("games", type=int, nargs="?", default=GAMES_PLAYED)
    parser.add_argument("seconds", type=float, nargs="?", default=SECONDS)
    parser.add_argument("level", choices=LEVELS, nargs="?", default=LEVEL)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--bot", choices=BOTS, help="by default mcts where nothing is hidden, else ismcts")
    asked = parser.parse_args()
    if asked.bot == "minimax" and SEATS not in GAMES[asked.game].OPEN_SEATS:
        parser.error("minimax plays where nothing is hidden: it would see all")
    assert open_spiel.PLAYERS, "the adapter has registered the games"
    won = 0.0
    for place in range(asked.first, asked.games):
        game = load_game(f"{asked.game}(players={SEATS},rng_seed={place // 2})")
        bot = BOTS[asked.bot or rival(asked.game)](game, asked.seconds, place)
        ours = level_player(asked.game, asked.level, asked.seconds, place)
        seat = place % SEATS
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
            elif len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            else:
                state.apply_action(ours(state) if state.current_player() == seat else bot.step(state))
        result = state.returns()[seat]
        won += (result > 0) + (result == 0) / 2
        print(
            f"{asked.game}: {asked.level} has {won:g} of {place + 1 - asked.first}; the bot took "
            f"{fmean(bot.times):.2f} s a decision for {fmean(bot.simulations):.0f} simulations",
            flush=True,
        )


if __name__ == "__main__":
    main()
