"""PRI 9.2: the evening, the night, and the next morning."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.moon import TILES
from games.titles.princes.rules.state import Decision, Step

from .positions import Owners, asked, goods, incas, owned, play, position, texts

FIVE_LEFT = ("2", "3", "corn", "llama", "coca")
"""Two tiles are gone: the next one taken is the third."""


def evening(seats: int = 2, owners: Owners | None = None, **changes: Any) -> princes.State:
    """The last turn of a day: seat 0 holds the sun tile, the last seat is active."""
    return position(seats, owners, **{"active": seats - 1, "sun": 0, "tiles": ("2", "3", "corn", "llama")} | changes)


def night(seats: int = 2, owners: Owners | None = None, **changes: Any) -> princes.State:
    """The position after the last turn of a day, in which nothing happens. The last seat gets its 1 corn."""
    held = {tile for owner in (owners or {}).values() for tile in owner.get("tiles", ())}
    left = tuple(tile for tile in TILES if tile not in held)
    return play(evening(seats, owners, **{"tiles": left} | changes), "go LP")


def slept(state: princes.State) -> princes.State:
    """The next morning, if nobody pays for anything at night."""
    while state.decision is Decision.COLLECT:
        state = play(state, texts(state)[1])
    return state


# The end of the day


def test_pri_9_2_third_moon_tile_brings_the_sun_tile() -> None:
    state = play(position(3, tiles=FIVE_LEFT), "moon llama")
    assert state.sun == 0
    assert state.tiles == ("2", "3", "corn", "coca")
    assert asked(state) == (1, Decision.TURN)


@pytest.mark.parametrize("seats", princes.SEATS)
def test_pri_9_2_every_other_seat_has_exactly_one_more_turn(seats: int) -> None:
    state = play(position(seats, tiles=FIVE_LEFT, active=1, bonuses=(0,) * 5), "moon llama")
    order = []
    while state.day == 1:
        order.append(princes.to_move(state))
        state = slept(play(state, "go LP"))
    assert order == [(1 + place) % seats for place in range(1, seats)]
    assert asked(state) == (1, Decision.TURN)


def test_pri_9_2_others_may_take_further_moon_tiles_seven_are_enough_for_five_players() -> None:
    state = position(5, tiles=FIVE_LEFT)
    state = slept(play(state, "moon 2", "moon 3", "moon corn", "moon llama", "moon coca"))
    assert state.day == 2
    assert state.tiles == FIVE_LEFT
    assert asked(state) == (0, Decision.TURN)


def test_pri_9_2_last_seat_of_the_day_gets_one_corn() -> None:
    state = night(3)
    assert owned(state, "goods") == [goods(), goods(), goods(corn=1, llama=1)]


def test_pri_9_2_corn_of_the_symbol_comes_before_the_night() -> None:
    state = night(2, {1: {"tiles": ("coca",)}})
    assert asked(state) == (1, Decision.COLLECT)


def test_pri_3_seat_may_take_tiles_several_turns_running() -> None:
    state = play(position(2), "moon 2", "go LP", "moon 3", "go CP", "done", "moon corn")
    assert state.sun == 0
    assert state.seats[0].tiles == ("2", "3", "corn")


# Moon tiles


@pytest.mark.parametrize("good", ["llama", "coca", "pottery", "cloth"])
def test_pri_9_2_goods_of_the_moon_cost_one_corn(good: str) -> None:
    state = night(2, {0: {"tiles": (good,), "goods": goods(corn=1)}}, bonuses=(0,) * 5)
    assert asked(state) == (0, Decision.COLLECT)
    assert texts(state) == [f"collect {good}", f"decline {good}"]
    assert play(state, f"collect {good}").seats[0].goods == goods(**{good: 1})
    assert play(state, f"decline {good}").seats[0].goods == goods(corn=1)


def test_pri_9_2_corn_tile_is_free_and_may_pay_for_other_tiles() -> None:
    state = night(2, {0: {"tiles": ("cloth", "coca", "llama", "corn")}}, bonuses=(0,) * 5)
    seen = []
    while state.decision is Decision.COLLECT:
        seen.append((texts(state)[0], state.seats[0].goods[0]))
        state = play(state, texts(state)[0])
    assert seen == [("collect llama", 3), ("collect coca", 2), ("collect cloth", 1)]
    assert state.seats[0].goods == goods(llama=1, coca=1, cloth=1)


def test_pri_9_2_without_corn_nothing_is_asked_and_nothing_got() -> None:
    state = night(2, {0: {"tiles": ("llama", "coca")}})
    assert asked(state) == (0, Decision.TURN)
    assert state.seats[0].goods == goods()
    state = play(night(2, {0: {"tiles": ("llama", "coca"), "goods": goods(corn=1)}}), "collect llama")
    assert asked(state) == (0, Decision.TURN)
    assert state.seats[0].goods == goods(llama=1)


def test_pri_9_2_declined_good_leaves_the_corn_for_the_next() -> None:
    state = play(night(2, {0: {"tiles": ("llama", "coca"), "goods": goods(corn=1)}}), "decline llama")
    assert texts(state) == ["collect coca", "decline coca"]
    with pytest.raises(IllegalAction, match=r"'collect llama': the moon tile to decide on now shows coca"):
        princes.parse(state, "collect llama")


def test_pri_9_2_steps_of_the_moon_are_walked() -> None:
    state = night(3, {0: {"tiles": ("2",)}, 1: {"tiles": ("3",)}})
    assert owned(state, "scout") == [3, 5, 3]
    assert night(3, {1: {"tiles": ("3", "2")}}).seats[1].scout == 7


def test_pri_9_2_tiles_are_put_back() -> None:
    state = night(3, {0: {"tiles": ("2", "cloth")}, 1: {"tiles": ("corn",)}})
    assert owned(state, "tiles") == [(), (), ()]
    assert state.tiles == TILES


def test_pri_9_2_holder_of_the_sun_tile_first_then_clockwise() -> None:
    owners = {
        0: {"tiles": ("llama",), "goods": goods(corn=1)},
        1: {"tiles": ("coca",), "goods": goods(corn=1)},
        2: {"tiles": ("cloth",), "goods": goods(corn=1)},
    }
    state = night(3, owners, active=0, sun=1)
    order = []
    while state.decision is Decision.COLLECT:
        order.append(princes.to_move(state))
        state = play(state, texts(state)[0])
    assert order == [1, 2, 0]
    assert asked(state) == (1, Decision.TURN)


def test_pri_9_2_summit_by_a_moon_tile_and_then_the_next_seat() -> None:
    owners = {0: {"tiles": ("2", "llama"), "scout": 19, "goods": goods(corn=1)}, 1: {"tiles": ("3",), "scout": 18}}
    state = night(2, owners)
    order = []
    while state.decision is not Decision.TURN:
        order.append(asked(state))
        state = play(state, texts(state)[0])
    assert order == [(0, Decision.COLLECT), (0, Decision.RETURN), (1, Decision.RETURN)]
    assert owned(state, "scout") == [1, 1]


def test_pri_10_goods_of_the_trail_are_paid_when_the_whole_night_is_done() -> None:
    """The 3 corn of the granary cannot pay for a tile of the same night."""
    state = night(2, {0: {"tiles": ("2",), "scout": 5, "sundial": 1}, 1: {"tiles": ()}}, bonuses=(0,) * 5)
    assert asked(state) == (0, Decision.REWARD)
    assert state.seats[0].due == goods(corn=3)
    assert state.seats[0].goods == goods()
    state = play(state, "goods llama+coca+cloth")
    assert state.seats[0].goods == goods(corn=3, llama=1, coca=1, cloth=1)
    assert state.seats[0].due == goods()


# The Sundial


def test_pri_9_2_each_inca_on_the_sundial_brings_three_different_units_and_three_steps() -> None:
    state = night(2, {0: {"sundial": 2, "supply": 4}})
    assert asked(state) == (0, Decision.REWARD)
    assert texts(state) == [
        "goods corn+llama+coca",
        "goods corn+llama+pottery",
        "goods corn+coca+pottery",
        "goods llama+coca+pottery",
        "goods corn+llama+cloth",
        "goods corn+coca+cloth",
        "goods llama+coca+cloth",
        "goods corn+pottery+cloth",
        "goods llama+pottery+cloth",
        "goods coca+pottery+cloth",
    ]
    state = play(state, "goods corn+llama+coca")
    assert asked(state) == (0, Decision.REWARD)
    state = play(state, "goods corn+pottery+cloth")
    seat = state.seats[0]
    assert (seat.sundial, seat.supply) == (0, 6)
    assert seat.goods == goods(corn=6 + 3, llama=1, coca=1, pottery=1, cloth=1), "the granary pays 3 corn more"
    assert seat.scout == 7


def test_pri_9_2_sundial_comes_after_the_moon_tiles_of_all_players() -> None:
    owners = {0: {"sundial": 1}, 1: {"tiles": ("llama",), "goods": goods(corn=1), "sundial": 1}}
    state = night(2, owners)
    order = []
    while state.decision is not Decision.TURN:
        order.append(asked(state))
        state = play(state, texts(state)[0])
    assert order == [(1, Decision.COLLECT), (0, Decision.REWARD), (1, Decision.REWARD)]


def test_pri_9_2_summit_between_two_incas_of_the_sundial() -> None:
    state = night(2, {0: {"sundial": 2, "scout": 18}})
    order = []
    while state.decision is not Decision.TURN:
        order.append(asked(state)[1])
        state = play(state, texts(state)[0])
    assert order == [Decision.REWARD, Decision.RETURN, Decision.REWARD]
    assert state.seats[0].scout == 4


def test_pri_10_inca_back_from_the_sundial_may_be_set_up_again() -> None:
    owners = {0: {"sundial": 1, "supply": 0, "prince": "RP", "goods": goods(llama=1, pottery=1)}}
    state = play(night(2, owners), "goods corn+coca+cloth", "go WH", "hire CT")
    assert state.seats[0].incas == incas(CT=1)


# The next day


def test_pri_9_2_nine_new_bonuses_and_never_more_than_two() -> None:
    state = play(evening(2, bonuses=(0, 1, 2, 0, 1), stones=(2, 1, 0, 0)), "moon 2")
    assert state.bonuses == (1, 2, 2, 1, 2)
    assert state.stones == (2, 2, 1, 1)


def test_pri_9_2_untouched_district_holds_two_after_the_first_night_and_stays_there() -> None:
    state = position(2)
    for day in (2, 3):
        state = slept(play(state, "moon 2", "moon 3", "moon corn", "moon llama"))
        assert (state.day, state.bonuses, state.stones) == (day, (2, 2, 2, 2, 2), (2, 2, 2, 2))


def test_pri_9_2_day_breaks_and_the_holder_begins() -> None:
    state = night(4, active=1, sun=2, day=5)
    assert (state.day, state.sun, state.step) == (6, None, Step.TURN)
    assert asked(state) == (2, Decision.TURN)


@pytest.mark.half_second
def test_pri_3_district_of_the_evening_is_not_used_in_the_morning() -> None:
    """The princes stay where they are overnight."""
    state = night(2, {0: {"prince": "CP"}})
    assert "go CP" not in texts(state)
