"""PRI 5.2 and 5.3: the four temples."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision

from .positions import asked, goods, owned, play, priests, stones, texts, visiting

TEMPLES = [("TS", "virgin"), ("TP", "puma"), ("TC", "condor")]


@pytest.mark.parametrize("district", ["TC", "TP", "TS", "MT"])
@pytest.mark.parametrize("number", [1, 2])
def test_pri_5_2_visitor_takes_all_stones_and_walks_three_steps_for_each(district: str, number: int) -> None:
    state = visiting(district, stones=(number,) * 4)
    assert owned(state, "scout") == [1 + 3 * number, 2]
    assert state.stones == stones(**{name: number for name in ("TC", "TP", "TS", "MT") if name != district})
    assert asked(state) == (1, Decision.TURN)


@pytest.mark.parametrize(("district", "kind"), TEMPLES)
def test_pri_5_2_without_a_stone_nothing_is_sacrificed(district: str, kind: str) -> None:
    owners = {0: {"goods": goods(llama=3), "priests": priests(**{kind: 1})}}
    state = visiting(district, owners=owners, rows=(3, 3, 3), stones=stones())
    assert asked(state) == (1, Decision.TURN)
    assert owned(state, "scout") == [1, 2]


def test_pri_5_2_example_of_the_rule_book() -> None:
    """Three virgins are taken. Blue has none, yellow one and llamas, red two and one llama."""
    owners = {
        1: {"goods": goods(llama=2), "priests": priests(virgin=1), "scout": 0},
        2: {"goods": goods(llama=1), "priests": priests(virgin=2), "scout": 0},
    }
    state = visiting("TS", 3, owners, rows=(3, 5, 4), stones=(1, 1, 2, 1))
    assert state.seats[0].scout == 1 + 6
    assert asked(state) == (1, Decision.SACRIFICE)
    assert texts(state) == ["sacrifice 0", "sacrifice 1"]
    state = play(state, "sacrifice 1")
    assert asked(state) == (2, Decision.SACRIFICE)
    assert texts(state) == ["sacrifice 0", "sacrifice 1"]
    state = play(state, "sacrifice 1")
    assert owned(state, "scout") == [7, 7, 7]


def test_pri_5_2_example_two_virgins_and_two_llamas_walk_fourteen_steps() -> None:
    owners = {1: {"goods": goods(llama=2), "priests": priests(virgin=2), "scout": 0}}
    state = play(visiting("TS", owners=owners, rows=(3, 5, 4)), "sacrifice 2")
    assert state.seats[1].scout == 14
    assert state.seats[1].goods == goods(corn=3, llama=1), "granary and stable, at the end of the turn"


@pytest.mark.parametrize(
    ("district", "kind", "left", "steps"),
    [
        *(("TS", "virgin", left, steps) for left, steps in zip((5, 4, 3, 2, 1, 0), (9, 8, 7, 6, 5, 4), strict=True)),
        *(("TP", "puma", left, steps) for left, steps in zip((4, 3, 2, 1, 0), (8, 7, 6, 5, 4), strict=True)),
        *(("TC", "condor", left, steps) for left, steps in zip((3, 2, 1, 0), (7, 6, 5, 4), strict=True)),
    ],
)
def test_pri_6_2_each_llama_is_worth_the_lowest_visible_number(district: str, kind: str, left: int, steps: int) -> None:
    owners = {1: {"goods": goods(llama=1), "priests": priests(**{kind: 1}), "scout": 0}}
    rows = {"virgin": 5, "puma": 5, "condor": 4} | {kind: left}
    state = play(visiting(district, owners=owners, rows=priests(**rows)), "sacrifice 1")
    assert state.seats[1].scout == steps


@pytest.mark.parametrize(("district", "kind"), TEMPLES)
def test_pri_5_2_only_priests_of_the_temple_sacrifice(district: str, kind: str) -> None:
    others = priests(virgin=1, puma=1, condor=1)
    own = priests(**{kind: 1})
    without = tuple(count - mine for count, mine in zip(others, own, strict=True))
    owners = {index: {"goods": goods(llama=2), "priests": without} for index in range(2)}
    assert asked(visiting(district, owners=owners, rows=(3, 3, 2))) == (1, Decision.TURN)
    owners[1] = {"goods": goods(llama=2), "priests": own}
    assert asked(visiting(district, owners=owners, rows=(3, 3, 2))) == (1, Decision.SACRIFICE)


def test_pri_5_2_no_player_is_forced_to_sacrifice() -> None:
    owners = {0: {"goods": goods(llama=2), "priests": priests(puma=2)}}
    state = visiting("TP", owners=owners, rows=(6, 3, 4))
    assert texts(state) == ["sacrifice 0", "sacrifice 1", "sacrifice 2"]
    state = play(state, "sacrifice 0")
    assert state.seats[0].goods == goods(llama=2)
    assert state.seats[0].scout == 4


def test_pri_5_2_one_llama_for_each_priest() -> None:
    owners = {0: {"goods": goods(llama=9), "priests": priests(condor=2)}}
    state = visiting("TC", owners=owners, rows=(6, 5, 2))
    assert texts(state) == ["sacrifice 0", "sacrifice 1", "sacrifice 2"]
    with pytest.raises(
        IllegalAction, match=r"'sacrifice 3': you have 2 priests for this temple and 9 llamas \(PRI 5.2\)"
    ):
        princes.parse(state, "sacrifice 3")


@pytest.mark.parametrize("active", range(3))
def test_pri_5_2_active_seat_first_then_clockwise(active: int) -> None:
    owners = {index: {"goods": goods(llama=1), "priests": priests(puma=1)} for index in range(3)}
    state = visiting("TP", 3, owners, active=active, rows=(6, 2, 4))
    order = []
    while state.decision is Decision.SACRIFICE:
        order.append(princes.to_move(state))
        state = play(state, "sacrifice 1")
    assert order == [(active + place) % 3 for place in range(3)]


def test_pri_10_stones_come_before_the_own_sacrifice_and_cards_are_drawn_when_passed() -> None:
    owners = {0: {"goods": goods(llama=1), "priests": priests(virgin=1), "scout": 18}}
    state = visiting("TS", owners=owners, rows=(5, 5, 4))
    assert asked(state) == (0, Decision.RETURN)
    state = play(state, texts(state)[0])
    assert state.seats[0].scout == 1
    assert asked(state) == (0, Decision.SACRIFICE)
    state = play(state, "sacrifice 1")
    assert state.seats[0].scout == 10


def test_pri_9_1_summit_in_the_middle_of_a_round_and_then_the_next_seat() -> None:
    owners = {index: {"goods": goods(llama=1), "priests": priests(virgin=1), "scout": 15} for index in range(3)}
    state = visiting("TS", 3, owners, rows=(3, 5, 4))
    order = []
    while state.decision is not Decision.TURN:
        order.append(asked(state))
        state = play(state, texts(state)[-1])
    assert order == [
        (0, Decision.SACRIFICE),
        (0, Decision.RETURN),
        (1, Decision.SACRIFICE),
        (1, Decision.RETURN),
        (2, Decision.SACRIFICE),
        (2, Decision.RETURN),
    ]


# The Main Temple


def test_pri_5_3_units_in_order_and_none() -> None:
    state = visiting("MT", owners={0: {"goods": goods(corn=3, llama=2, cloth=1)}})
    assert asked(state) == (0, Decision.OFFER)
    assert texts(state) == [
        "offer none",
        "offer corn",
        "offer llama",
        "offer corn+llama",
        "offer cloth",
        "offer corn+cloth",
        "offer llama+cloth",
        "offer corn+llama+cloth",
    ]


def test_pri_5_3_all_five_goods_make_thirty_two_choices_and_at_most_ten_steps() -> None:
    state = visiting("MT", owners={0: {"goods": goods(corn=9, llama=9, coca=9, pottery=9, cloth=9), "scout": 0}})
    assert len(texts(state)) == 32
    assert texts(state)[-1] == "offer corn+llama+coca+pottery+cloth"
    state = play(state, texts(state)[-1])
    assert state.seats[0].scout == 3 + 10
    assert state.seats[0].goods == goods(corn=6 + 3, llama=8 + 1, coca=8, pottery=8, cloth=8)


def test_pri_5_3_example_of_the_rule_book_three_units_are_six_steps() -> None:
    owners = {1: {"goods": goods(corn=4, llama=1, cloth=1), "scout": 0}}
    state = play(visiting("MT", owners=owners), "offer corn+llama+cloth")
    assert state.seats[1].scout == 6
    assert state.seats[1].goods == goods(corn=1)


def test_pri_5_3_less_than_three_corn_are_no_unit() -> None:
    assert asked(visiting("MT", owners={0: {"goods": goods(corn=2)}})) == (1, Decision.TURN)
    state = visiting("MT", owners={0: {"goods": goods(corn=2, coca=1)}})
    assert texts(state) == ["offer none", "offer coca"]
    with pytest.raises(IllegalAction, match=r"'offer corn\+coca': you have less than 3 corn \(PRI 5.3\)"):
        princes.parse(state, "offer corn+coca")
    with pytest.raises(IllegalAction, match=r"'offer cloth': you have no cloth \(PRI 5.3\)"):
        princes.parse(state, "offer cloth")


def test_pri_5_3_all_players_may_offer_without_priests() -> None:
    owners = {0: {"goods": goods(llama=1)}, 1: {}, 2: {"goods": goods(corn=3)}}
    state = visiting("MT", 3, owners)
    assert asked(state) == (0, Decision.OFFER)
    state = play(state, "offer none")
    assert asked(state) == (2, Decision.OFFER)
    state = play(state, "offer corn")
    assert owned(state, "scout") == [4, 2, 5]
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_3_without_a_stone_nothing_is_offered() -> None:
    assert asked(visiting("MT", owners={0: {"goods": goods(llama=1)}}, stones=stones(TC=1))) == (1, Decision.TURN)


def test_pri_5_3_summit_in_the_middle_of_the_round() -> None:
    owners = {0: {"goods": goods(llama=1), "scout": 16}, 1: {"goods": goods(llama=1)}}
    state = play(visiting("MT", owners=owners), "offer llama")
    assert asked(state) == (0, Decision.RETURN)
    state = play(state, texts(state)[0])
    assert state.seats[0].scout == 1
    assert asked(state) == (1, Decision.OFFER)
