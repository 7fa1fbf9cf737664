"""The games that OpenSpiel has written in Python, played at random like ours in `engine_speed`.

Needs the extra `research`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from open_spiel.python import games
from pyspiel import load_game

assert games, "importing it registers them"
GAMES_IN_PYTHON = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")


def player(name: str) -> Callable[[Random], int]:
    """A function that plays this game at random, and returns how many actions the players took."""
    game = load_game(name)

    def play(rng: Random) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                seats = range(state.num_players())
                state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in seats])
                actions += len(seats)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                actions += 1
        return actions

    return play
