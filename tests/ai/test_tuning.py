"""A game's weights are in a file, and can be tuned by playing: the same seed gives the same result."""

import tomllib
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from games.ai import LEVELS
from games.ai.evaluators import Judging
from games.ai.tuning import SEARCH, Tuning, match, tune
from games.engine import GAMES
from games.engine.weights import FILE, read
from games.titles import TITLES
from games.titles.princes import rules as princes
from tests.ai.positions import Table, positions
from tests.first import first

every_game = pytest.mark.parametrize("key", GAMES)
RICH = (200, 9, 9, 9, 9)
"""More corn than anyone can spend."""
QUICK = Tuning(seats=(2, 3), steps=2, games=2, iterations=1, seed="test")


@every_game
def test_weights_come_from_a_file_that_says_how_they_were_found(key: str) -> None:
    table = tomllib.loads(files(f"games.titles.{key}.rules").joinpath(FILE).read_text(encoding="utf-8"))
    assert table["weights"] == asdict(TITLES[key].bot.weights)
    assert len(table["found"]) > 20


def test_a_weight_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="ladder"):
        read("games.titles.maya.rules", type(TITLES["rapa_nui"].bot.weights))


@pytest.mark.long
@every_game
def test_every_weight_matters(key: str) -> None:
    """Somewhere in a game, changing a number by half changes the evaluation."""
    game, weights = GAMES[key], TITLES[key].bot.weights
    tables = [Table(game, seats) for seats in game.SEATS[:2]]
    states = [state for table in tables for seed in "abcd" for state in positions(table, seed)]
    if key == princes.KEY:
        states += [replace(state, seats=tuple(replace(seat, goods=RICH) for seat in state.seats)) for state in states]
    for name, value in asdict(weights).items():
        judging = Judging(game, replace(weights, **{name: value * 1.5}))
        assert any(judging.evaluate(state) != game.evaluate(state) for state in states), name


@pytest.mark.half_second
@pytest.mark.parametrize("key", first(["machu_picchu"], of=["maya", "machu_picchu", "rapa_nui"]))
def test_the_same_seed_tunes_alike(key: str) -> None:
    steps = list(tune(GAMES[key], QUICK))
    assert steps == list(tune(GAMES[key], QUICK))
    assert all(0 <= step.share <= 1 for step in steps)
    assert [step.seats for step in steps] == [2, 3]


@every_game
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_step_goes_towards_the_judgement_that_won(key: str, share: float) -> None:
    played = []

    def won(play: Any, tables: Iterable[Any]) -> list[float]:
        played.append(play.args[1])
        return [share for _table in tables]

    [step] = tune(GAMES[key], replace(QUICK, steps=1), won)
    [judgements] = played
    winner = asdict(judgements["one" if share else "other"])
    for name, before in asdict(TITLES[key].bot.weights).items():
        moved = getattr(step.weights, name) - before
        assert moved * (winner[name] - before) > 0 or before == 0


def test_a_step_stays_where_both_won_alike() -> None:
    [step] = tune(GAMES["maya"], replace(QUICK, steps=1), lambda _play, tables: [0.5 for _table in tables])
    assert step.weights == TITLES["maya"].bot.weights


@pytest.mark.half_second
def test_two_processes_tune_like_one() -> None:
    game = GAMES["maya"]
    with ProcessPoolExecutor(2) as processes:
        assert list(tune(game, QUICK, processes.map)) == list(tune(game, QUICK))


@every_game
def test_every_decision_is_searched(key: str) -> None:
    assert LEVELS[SEARCH].noise_in(key) is None


@pytest.mark.half_second
def test_a_judgement_that_is_upside_down_loses() -> None:
    """It values ladders little, and minds every majority that may still be lost."""
    weights = TITLES["maya"].bot.weights
    upside_down = replace(weights, ladder=-2.0, doubt_for_a_ladder_to_come=9.0)
    assert match(GAMES["maya"], weights, upside_down, replace(QUICK, games=6, iterations=30), 2, "x") >= 0.8


def test_a_judging_game_is_the_game_in_all_else() -> None:
    game = GAMES["maya"]
    judging = Judging(game, TITLES["maya"].bot.weights)
    deal = game.deal(2, {}, Random(1))
    assert judging.start(deal) == game.start(deal)
    assert judging.evaluate(game.start(deal)) == game.evaluate(game.start(deal))
