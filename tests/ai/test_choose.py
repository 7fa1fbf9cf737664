"""A computer player always gives a legal answer, found only with the view of its seat."""

import sys
from random import Random
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from games.ai import LEVELS, Choice, budget, choose, view_for
from games.engine.contract import AnyGame
from games.titles.machu_picchu import rules as machu_picchu
from games.titles.maya import rules as maya
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Decision
from tests.ai.positions import LARGE, TABLES, Table, decisions, every_table, forced, large_tables, positions
from tests.ai.worked import Worked
from tests.contract.scrambled import NOTED, OPEN
from tests.first import first

every_level = pytest.mark.parametrize("level", LEVELS)
every_way = pytest.mark.parametrize("level", ["beginner", "casual", "expert"])
"""With the same iterations all searching levels are alike, and the expert searches in every game."""


def timed_tables(*without: AnyGame) -> list[ParameterSet]:
    """The tables of all games but these; `make test` tries those with the most seats."""
    chosen, tables = ([table for table in which if table.game not in without] for which in (LARGE, TABLES))
    return first(chosen, of=tables)


def ask(table: Table, state: Any, level: str, seed: int = 0, iterations: int = 10) -> Choice:
    """The choice of the seat to move in `state`."""
    seat = table.game.to_move(state)
    assert seat is not None
    view = view_for(table.game, state, seat, level)
    return choose(table.game, view, seat, level, Random(seed), iterations=iterations)


@large_tables
@every_way
def test_the_choice_is_legal(table: Table, level: str) -> None:
    for state in decisions(table, 12):
        assert ask(table, state, level).action in [str(action) for action in table.game.legal_actions(state)]


@large_tables
@every_way
def test_the_same_chance_gives_the_same_choice(table: Table, level: str) -> None:
    for state in decisions(table, 4):
        assert ask(table, state, level, seed=5).action == ask(table, state, level, seed=5).action


@pytest.mark.long
@every_table
@every_level
def test_what_the_seat_cannot_see_changes_nothing(table: Table, level: str) -> None:
    """The other positions are made without asking the game what is hidden, or what can be remembered."""
    game, hidden = table.game, 0
    for state in decisions(table, 6)[:-1]:
        seat = game.to_move(state)
        assert seat is not None
        other = NOTED[game.KEY](state, seat, Random(7))
        hidden += other != state
        assert view_for(game, other, seat, level) == view_for(game, state, seat, level)
        assert ask(table, other, level).action == ask(table, state, level).action
    assert (hidden == 0) is ((game.KEY, table.seats) in OPEN)


@pytest.mark.parametrize("table", [table for table in TABLES if table.game is rapa_nui], ids=str)
@every_level
def test_what_another_seat_has_laid_face_down_changes_nothing(table: Table, level: str) -> None:
    game, asked = table.game, 0
    for state in positions(table):
        if asked == 3 or state.decision != Decision.OFFER_HIDDEN or len(game.legal_actions(state)) == 1:
            continue
        worlds = [game.apply(state, action) for action in game.legal_actions(state)]
        while game.to_move(worlds[0]) == game.to_move(state):
            action = game.legal_actions(worlds[0])[0]
            worlds = [game.apply(world, action) for world in worlds]
        if game.to_move(worlds[0]) is not None:
            asked += 1
            assert len({ask(table, world, level).action for world in worlds}) == 1
    assert asked


@pytest.mark.long
@every_table
@every_way
def test_a_forced_action_takes_no_thought(table: Table, level: str) -> None:
    states = forced(table)
    assert bool(states) is (table.game is not machu_picchu), "in Machu Picchu nobody is ever forced"
    for state in states:
        choice = ask(table, state, level)
        assert choice.action == str(table.game.legal_actions(state)[0])
        assert choice.iterations == 0


@large_tables
def test_a_search_looks_no_more_often_than_it_may(table: Table) -> None:
    for state in decisions(table, 4):
        assert 1 <= ask(table, state, "expert", iterations=40).iterations <= 40


@pytest.mark.parametrize("level", ["solid", "strong"])
@pytest.mark.parametrize("table", timed_tables(machu_picchu, maya), ids=str)
def test_however_much_time_there_is_a_level_searches_no_more_often_than_it_should(table: Table, level: str) -> None:
    most = LEVELS[level].iterations_in(table.game.KEY)
    looked = [timed(table, state, level, 1000.0).iterations for state in decisions(table, 3)]
    assert most / 2 < max(looked) <= most


@pytest.mark.parametrize("table", timed_tables(machu_picchu), ids=str)
def test_who_has_more_time_looks_at_more(table: Table) -> None:
    """tests/bench/thinking.py measures how exactly times are kept."""
    states = decisions(table, 5)[1:-1]
    hurried, own = (
        max(timed(table, state, "solid", seconds).iterations for state in states) for seconds in (1e-6, None)
    )
    assert hurried < own


def forget(package: str) -> None:
    """Clear all caches of a package's modules, as in a newly started worker."""
    for name, module in list(sys.modules.items()):
        if name.startswith(package):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


@pytest.mark.half_second
@pytest.mark.parametrize("seats", first([4], of=[3, 4]))
def test_a_fresh_worker_keeps_its_time_late_in_a_game_and_still_looks_at_much(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Maya's computer players infer the hidden task cards from all swaps that were made."""
    table, time = Table(maya, seats), LEVELS["solid"].seconds
    late = decisions(table, 20)[-2]
    found = []
    forget(maya.__name__)
    for _often in range(2):
        with Worked() as clock:
            monkeypatch.setattr(budget, "perf_counter", clock)
            found.append(timed(table, late, "solid", time))
    fresh, warm = found
    assert fresh.seconds <= 1.1 * time
    assert fresh.iterations > warm.iterations / 2


def timed(table: Table, state: Any, level: str, seconds: float | None) -> Choice:
    """The choice of the seat to move within a time."""
    seat = table.game.to_move(state)
    assert seat is not None
    view = view_for(table.game, state, seat, level)
    return choose(table.game, view, seat, level, Random(0), seconds=seconds)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", maya.SEATS)
def test_no_computer_player_thinks_about_where_to_build(seats: int, level: str) -> None:
    """Before there are task cards and ladders, all places are alike: any may be chosen."""
    state = maya.start(maya.deal(seats, {"setup": "build"}, Random(1)))
    view = view_for(maya, state, 0, level)
    choices = [choose(maya, view, 0, level, Random(seed)) for seed in range(60)]
    assert {choice.iterations for choice in choices} == {0}
    assert len({choice.action for choice in choices}) > 20


def test_an_unknown_level_is_refused_by_name() -> None:
    table = TABLES[0]
    with pytest.raises(ValueError, match="'mighty'; there are: beginner, casual, solid, strong, expert"):
        ask(table, decisions(table, 2)[0], "mighty")


def test_a_seat_that_is_not_to_move_has_nothing_to_choose() -> None:
    table = TABLES[0]
    state = decisions(table, 2)[0]
    waiting = next(seat for seat in range(table.seats) if seat != table.game.to_move(state))
    with pytest.raises(ValueError, match=f"seat {waiting} has nothing to decide"):
        choose(table.game, table.game.view(state, waiting), waiting, "beginner", Random(0))


def test_a_search_that_finds_all_there_is_ends_before_its_budget() -> None:
    """In Machu Picchu nothing hidden matters any more for the order of the priests."""
    table = Table(machu_picchu, 2)
    state = next(state for state in positions(table, "order") if len(machu_picchu.legal_actions(state)) == 2)
    assert ask(table, state, "expert", iterations=100_000).iterations < 100
