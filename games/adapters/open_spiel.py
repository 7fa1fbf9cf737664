"""The games for OpenSpiel: importing this module registers every one of them under its key.

`pyspiel.load_game("rapa_nui(players=3,rng_seed=7)")`; every option of a game is a parameter too. The deal is one
sampled chance node, drawn from a generator that all matches of the loaded game share; without `rng_seed` it is seeded
at random.
Returns are `Match.utilities`. The tensor of an observation is the view; that of an information state also has the
actions played (`games.adapters.tensors`): the latest 512, or as many as the parameter `memory` says.

OpenSpiel's Python bots can play these games. Its C++ bots (`pyspiel.MCTSBot`, `pyspiel.ISMCTSBot`) cannot play any game
written in Python, not even OpenSpiel's own (2.0).

`pyspiel.serialize_game_and_state` cannot serialize sampled games written in Python (OpenSpiel 2.0 does not call their
`GetRNGState`). Use `pickle` or `State.serialize`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel

from games.adapters.match import Match, Memory
from games.adapters.tensors import layout, memory, tensor, usual_room
from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.engine.contract import AnyGame, check_table

DEAL = 0
"""The only outcome of the chance node."""
PLAYERS, SEED, MEMORY = "players", "rng_seed", "memory"
"""The parameters of every game: the seat count, the seed of its deals, and how many actions the tensor of an
information state has room for.
"""
ANY_SEED = -1
"""The seed that stands for none: each load of the game deals differently."""


class SpielGame(pyspiel.Game):
    """A game with a fixed number of seats and its options; one subclass per game."""

    rules: AnyGame
    kind: Any

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.seats: int = parameters[PLAYERS]
        self.options: dict[str, str] = {option.name: parameters[option.name] for option in self.rules.OPTIONS}
        check_table(self.rules, self.seats, self.options)
        if parameters[MEMORY] < 0:
            raise ValueError(f"memory cannot be {parameters[MEMORY]}; allowed: 0 and more")
        self.chance = Random(None if parameters[SEED] == ANY_SEED else parameters[SEED])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(VOCABULARY[self.rules.KEY]),
            max_chance_outcomes=1,
            num_players=self.seats,
            min_utility=1.0 - self.seats,
            max_utility=self.seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.rules.LONGEST,
        )
        super().__init__(self.kind, info, parameters)

    def new_initial_state(self) -> SpielState:
        """A match before its deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One: the deal."""
        return 1

    def make_py_observer(self, kind: Any = None, parameters: dict[str, Any] | None = None) -> SpielObserver:
        """The observer for `kind`. Raises ValueError for parameters, or for a kind that sees all hands."""
        if parameters:
            raise ValueError(f"observations have no parameters, so not {parameters}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(kind, self.rules.KEY, self.get_parameters()[MEMORY])

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self), self.chance.getstate())


def _loaded(text: str, chance: Any) -> SpielGame:
    game: SpielGame = pyspiel.load_game(text)
    game.chance.setstate(chance)
    return game


class SpielState(pyspiel.State):
    """The state of a match; `match` is None before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match: Match | None = None
        self._memories: dict[int, tuple[Match, Memory]] = {}

    def current_player(self) -> int:
        """The player to decide: chance, a seat, or the terminal marker when the match is over."""
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.mover is None else self.match.mover

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match is not None and self.match.mover is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deal as the only outcome; it is drawn when it is applied."""
        return [(DEAL, 1.0)]

    def returns(self) -> list[float]:
        """The utilities of the ranks; all 0 until the end."""
        return [0.0] * self.num_players() if self.match is None else self.match.utilities()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A random state that `player` cannot distinguish from this one; its history begins here.

        Before the deal it is a new state. Information set search (`open_spiel.python.algorithms.ismcts`) starts from
        such states.
        """
        other, match = SpielState(self.get_game()), self.match
        if match is None:
            return other
        of_match, memory = self._memories.get(player, (None, None))
        if memory is None or of_match is not match:
            memory = match.memory_of(player)
            self._memories[player] = match, memory
        other.match = match.imagined(memory, Random(sampler()))
        return other

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None, "chance deals first"
        return self.match.legal_numbers()

    def _apply_action(self, number: int) -> None:
        if self.match is None:
            table: SpielGame = self.get_game()
            self.match = Match.dealt(table.rules, table.seats, table.options, table.chance)
        else:
            self.match = self.match.after(number)

    def _action_to_string(self, player: int, number: int) -> str:
        return "deal" if player == pyspiel.PlayerId.CHANCE else VOCABULARY[self.get_game().rules.KEY][number]

    def __str__(self) -> str:
        return "" if self.match is None else str(self.match)

    def __reduce__(self) -> tuple[Any, ...]:
        return _deserialized, (self.get_game(), self.serialize())


def _deserialized(game: SpielGame, text: str) -> Any:
    return game.deserialize_state(text)


class SpielObserver:
    """Observes states as a seat or, if no private information is requested, as a spectator."""

    def __init__(self, kind: Any, key: str, room: int) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody looks into all hands")
        self._memory = memory(key, room) if kind.perfect_recall else None
        self._is_spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        read = self._memory or layout(key)
        self.tensor: Any = np.zeros(read.size, np.float32)
        self.dict: dict[str, Any] = {name: self.tensor[place] for name, place in read.parts.items()}
        """The parts of the tensor by name."""

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with the view or, with perfect recall, the memory; with zeros before the deal."""
        if state.match is None:
            self.tensor.fill(0)
            return
        match, viewer = state.match, None if self._is_spectator else player
        if self._memory:
            self.tensor[:] = self._memory.tensor(match, viewer)
        else:
            self.tensor[:] = tensor(match.game.KEY, match.game.view(match.state, viewer))

    def string_from(self, state: SpielState, player: int) -> str:
        """The view; with perfect recall also the deal and all actions, as far as visible. Empty before the deal."""
        if state.match is None:
            return ""
        viewer = None if self._is_spectator else player
        return state.match.remembered_by(viewer) if self._memory else state.match.seen_by(viewer)


def _register(game: AnyGame) -> None:
    parameters: dict[str, int | str] = {PLAYERS: game.SEATS[0], SEED: ANY_SEED, MEMORY: usual_room(game)}
    parameters |= {option.name: option.values[0] for option in game.OPTIONS}
    kind = pyspiel.GameType(
        short_name=game.KEY,
        long_name=game.KEY.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.SEATS[-1],
        min_num_players=game.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )
    # A class, not a closure: OpenSpiel releases it after Python has ended, and only a class survives that.
    pyspiel.register_game(kind, type(game.KEY, (SpielGame,), {"rules": game, "kind": kind}))


for _game in GAMES.values():
    _register(_game)
