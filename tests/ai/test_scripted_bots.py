"""The characters of mixed traces reach what random play seldom does."""

from random import Random

import pytest

from games.ai import scripted_bots
from games.ai.scripted_bots import play, some_table
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.titles.rapa_nui import rules as rapa_nui
from tests.ai.positions import Table, large_tables

CHARACTERS = [
    scripted_bots.uniform,
    scripted_bots.first,
    scripted_bots.last,
    scripted_bots.greedy,
    scripted_bots.diligent,
    scripted_bots.clumsy,
    scripted_bots.cramped,
    scripted_bots.roomy,
    scripted_bots.habit(Random(1)),
]
MANY_GAMES = 300


def mixed(game: AnyGame, number: int) -> list[str]:
    """The reason a mixed game ended, and the texts of its actions."""
    rng = Random(f"mixed {number}")
    seats = rng.choice(game.SEATS)
    players = some_table(rng, seats)
    steps = list(play(game, game.deal(seats, {}, rng), players, rng))
    outcome = game.outcome(steps[-1].after)
    assert outcome is not None
    return [outcome.reason, *(str(step.action) for step in steps)]


@large_tables
def test_every_character_plays_legally_to_the_end(table: Table) -> None:
    rng = Random(2)
    for place in range(0, len(CHARACTERS), table.seats):
        seated = (CHARACTERS + CHARACTERS)[place : place + table.seats]
        steps = list(play(table.game, table.game.deal(table.seats, {}, rng), seated, rng))
        assert table.game.outcome(steps[-1].after) is not None


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=key, marks=[pytest.mark.slow] if key in ("maya", "princes") else [])
        for key, game in GAMES.items()
    ],
)
def test_every_way_to_end_occurs_in_mixed_games(game: AnyGame) -> None:
    missing = set(game.REASONS)
    for number in range(MANY_GAMES):
        missing.discard(mixed(game, number)[0])
        if not missing:
            break
    assert not missing


def test_rare_actions_of_rapa_nui_occur_in_mixed_games() -> None:
    missing = {"discard moai", "play potato x3", "take grain", "add fish", "wood"}
    for number in range(MANY_GAMES):
        missing.difference_update(mixed(rapa_nui, number))
        if not missing:
            break
    assert not missing


def test_a_creature_of_habit_prefers_the_same_word_again_and_again() -> None:
    state = rapa_nui.start(rapa_nui.deal(2, {}, Random(1)))
    rng = Random(5)
    for number in range(5):
        habit = scripted_bots.habit(Random(number))
        chosen = [str(habit(rapa_nui, state, rng)) for _ in range(60)]
        assert max(chosen.count(text) for text in set(chosen)) >= 48
