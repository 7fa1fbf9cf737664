"""The games for OpenSpiel: importing this module registers every one of them under its key.

`pyspiel.load_game("rapa_nui(players=3,rng_seed=7)")`; every option of a game is a parameter too. The deal is one
sampled chance node, drawn from a generator that all matches of the loaded game share; without `rng_seed` no two alike.
Returns are `Match.utilities`; there are no tensors, since a view has no fixed size.

`pyspiel.serialize_game_and_state` cannot write sampled games that are written in Python (OpenSpiel 2.0 does not ask
them for their `GetRNGState`). `pickle` can, and so can `State.serialize`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

from games.adapters.match import Match
from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.engine.contract import AnyGame, check_table

DEAL = 0
"""The only outcome of the chance node."""
PLAYERS, SEED = "players", "rng_seed"
"""The parameters of every game: the seat count, and the seed of its deals."""
ANY_SEED = -1


class SpielGame(pyspiel.Game):
    """A game at a table of so many seats; a subclass for each game."""

    rules: AnyGame
    kind: Any

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.seats: int = parameters[PLAYERS]
        self.options: dict[str, str] = {option.name: parameters[option.name] for option in self.rules.OPTIONS}
        check_table(self.rules, self.seats, self.options)
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
        """The deal."""
        return 1

    def make_py_observer(self, kind: Any = None, parameters: dict[str, Any] | None = None) -> SpielObserver:
        """What reads states. Raises ValueError for what nobody may read."""
        if parameters:
            raise ValueError(f"observations have no parameters, so not {parameters}")
        return SpielObserver(kind or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self), self.chance.getstate())


def _loaded(text: str, chance: Any) -> SpielGame:
    game: SpielGame = pyspiel.load_game(text)
    game.chance.setstate(chance)
    return game


class SpielState(pyspiel.State):
    """Where a match stands; before the deal there is none."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match: Match | None = None

    def current_player(self) -> int:
        """Who decides: chance, a seat, or nobody any more."""
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.mover is None else self.match.mover

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match is not None and self.match.mover is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deal, which is drawn when it is applied."""
        return [(DEAL, 1.0)]

    def returns(self) -> list[float]:
        """The utilities of the ranks; 0 for all until the end."""
        return [0.0] * self.num_players() if self.match is None else self.match.utilities()

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
    """Reads a state with the eyes of a seat or, where nothing private is asked for, of a spectator."""

    tensor = None

    def __init__(self, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody looks into all hands")
        self.dict: dict[str, Any] = {}
        self._remembers = kind.perfect_recall
        self._is_spectator = kind.private_info == pyspiel.PrivateInfoType.NONE

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing: there are no tensors."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The view; with perfect recall the deal and all actions too, as far as they are shown. Before the deal ""."""
        if state.match is None:
            return ""
        eyes = None if self._is_spectator else player
        return state.match.remembered_by(eyes) if self._remembers else state.match.seen_by(eyes)


def _register(game: AnyGame) -> None:
    parameters = {PLAYERS: game.SEATS[0], SEED: ANY_SEED, **{option.name: option.values[0] for option in game.OPTIONS}}
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=parameters,
    )
    # A class and not a closure: OpenSpiel lets go of it after Python has ended, which only a class survives.
    pyspiel.register_game(kind, type(game.KEY, (SpielGame,), {"rules": game, "kind": kind}))


for _game in GAMES.values():
    _register(_game)
