"""PRI 9.3: the ninth day, which no night follows."""

from __future__ import annotations

import pytest

from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision, Step

from .positions import asked, goods, incas, owned, play, position, texts


@pytest.mark.parametrize("good", ["llama", "coca", "pottery", "cloth"])
def test_pri_9_3_moon_tile_pays_at_once_and_stays_with_the_player(good: str) -> None:
    state = play(position(owners={0: {"goods": goods(corn=2)}}, day=9), f"moon {good}")
    assert asked(state) == (0, Decision.COLLECT)
    assert texts(state) == [f"collect {good}", f"decline {good}"]
    state = play(state, f"collect {good}")
    assert state.seats[0].goods == goods(**{"corn": 1, good: 1})
    assert state.seats[0].tiles == (good,)
    assert asked(state) == (1, Decision.TURN)


def test_pri_9_3_good_of_the_moon_may_be_declined() -> None:
    state = play(position(owners={0: {"goods": goods(corn=2)}}, day=9), "moon cloth", "decline cloth")
    assert state.seats[0].goods == goods(corn=2)
    assert asked(state) == (1, Decision.TURN)


def test_pri_9_3_without_corn_nothing_is_asked() -> None:
    state = play(position(day=9), "moon cloth")
    assert asked(state) == (1, Decision.TURN)
    assert state.seats[0].goods == goods()


def test_pri_9_3_second_tile_of_a_seat_is_settled_for_itself() -> None:
    owners = {0: {"goods": goods(corn=2), "tiles": ("llama",)}}
    state = play(position(owners=owners, day=9, tiles=("2", "3", "corn", "coca", "pottery", "cloth")), "moon pottery")
    assert texts(state) == ["collect pottery", "decline pottery"]


def test_pri_9_3_corn_and_steps_at_once() -> None:
    state = play(position(day=9), "moon corn", "moon 3")
    assert state.seats[0].goods == goods(corn=3)
    assert state.seats[1].scout == 5
    assert state.tiles == ("2", "llama", "coca", "pottery", "cloth")


def test_pri_9_3_summit_by_a_moon_tile() -> None:
    state = play(position(owners={0: {"scout": 19}}, day=9), "moon 3")
    assert asked(state) == (0, Decision.RETURN)
    state = play(state, texts(state)[0])
    assert state.seats[0].scout == 2
    assert asked(state) == (1, Decision.TURN)


def test_pri_9_3_sundial_pays_at_once_and_the_inca_stays_there() -> None:
    owners = {0: {"incas": incas(CT=1), "prince": "CP", "supply": 5}}
    state = play(position(owners=owners, day=9), "go SD", "recall CT")
    assert asked(state) == (0, Decision.REWARD)
    state = play(state, "goods llama+coca+pottery")
    seat = state.seats[0]
    assert (seat.goods, seat.scout, seat.sundial, seat.supply, seat.incas) == (
        goods(llama=1, coca=1, pottery=1), 4, 1, 5, incas(),
    )  # fmt: skip
    assert asked(state) == (1, Decision.TURN)


def test_pri_9_3_summit_by_the_sundial() -> None:
    owners = {0: {"incas": incas(CT=1), "prince": "CP", "scout": 18}}
    state = play(position(owners=owners, day=9), "go SD", "recall CT", "goods corn+llama+coca")
    assert asked(state) == (0, Decision.RETURN)
    state = play(state, texts(state)[0])
    assert asked(state) == (1, Decision.TURN)
    assert state.seats[0].scout == 1


def test_pri_9_3_after_the_third_tile_all_others_have_one_last_turn() -> None:
    state = position(3, day=9, active=1, tiles=("2", "3", "corn", "llama", "coca"))
    state = play(state, "moon 2")
    assert (state.sun, princes.to_move(state)) == (1, 2)
    state = play(state, "moon 3")
    assert princes.to_move(state) == 0
    state = play(state, "moon corn")
    assert state.step is Step.OVER
    assert princes.to_move(state) is None


def test_pri_9_3_no_corn_of_a_symbol_on_the_last_day() -> None:
    state = play(position(2, day=9, active=1, sun=0, tiles=("2", "3", "corn", "llama")), "moon llama")
    assert state.step is Step.OVER
    assert owned(state, "goods") == [goods(), goods()]


def test_pri_9_3_trail_pays_at_the_end_of_the_last_turn_too() -> None:
    owners = {1: {"scout": 6}}
    state = play(position(2, owners, day=9, active=1, sun=0, tiles=("2", "3", "corn", "llama")), "moon 2")
    assert state.step is Step.OVER
    assert state.seats[1].goods == goods(corn=3)


def test_pri_9_3_no_new_bonuses_at_the_end() -> None:
    state = play(position(2, day=9, active=1, sun=0, tiles=("2", "3", "corn", "llama")), "moon 2")
    assert (state.day, state.bonuses) == (9, (1, 1, 1, 1, 1))
