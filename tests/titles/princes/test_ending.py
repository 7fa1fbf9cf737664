"""PRI 9.4: rescue, conquest, points and ranks."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Outcome, Part
from games.titles.princes import rules as princes
from games.titles.princes.rules.cards import CARDS
from games.titles.princes.rules.scoring import gold, multipliers, trail_bonus, units
from games.titles.princes.rules.state import Decision, Step

from .positions import Owners, asked, cards, goods, incas, owned, play, position, priests, texts, visiting

PRIEST = goods(coca=2, pottery=2, cloth=2)


def over(owners: Owners, **changes: Any) -> Outcome:
    """The outcome of a position in which the game is over: by conquest, unless `changes` say otherwise."""
    outcome = princes.outcome(position(max(owners) + 1, owners, step=Step.OVER, day=9, **changes))
    assert outcome is not None
    return outcome


def with_points(points: int, **facts: Any) -> dict[str, Any]:
    """A seat with this many points: one card that shows corn and coca, and farmers."""
    return {"cards": ("co",), "incas": incas(CT=points), "scout": 0} | facts


# Rescue


def test_pri_9_4_fifteenth_tile_ends_the_game_after_that_turn() -> None:
    state = visiting("HV", owners={0: {"goods": PRIEST}}, rows=(1, 0, 0))
    assert play(state, "take none").step is not Step.OVER
    state = play(state, "take virgin")
    assert state.step is Step.OVER
    outcome = princes.outcome(state)
    assert outcome is not None
    assert outcome.reason == "priests"


def test_pri_9_4_rescue_comes_before_the_last_turns_of_the_day_and_its_corn_after_the_last_one() -> None:
    owners = {1: {"goods": PRIEST, "prince": "LP"}, 0: {"tiles": ("3",)}}
    tiles = ("2", "corn", "llama", "coca")
    state = play(position(3, owners, rows=(1, 0, 0), active=1, sun=0, tiles=tiles), "go HV", "take virgin")
    assert state.step is Step.OVER
    assert owned(state, "goods") == [goods(), goods(coca=1, cloth=1), goods()]
    state = play(position(2, owners, rows=(1, 0, 0), active=1, sun=0, tiles=tiles), "go HV", "take virgin")
    assert state.step is Step.OVER
    assert owned(state, "goods") == [goods(), goods(corn=1, coca=1, cloth=1)]
    assert state.seats[0].scout == 1, "moon tiles are not paid out"


def test_pri_9_4_last_card_ends_the_game_when_the_turn_is_finished() -> None:
    owners = {
        0: {"goods": goods(llama=1), "scout": 17},
        1: {"goods": goods(llama=1, cloth=1), "scout": 16},
        2: {"goods": goods(llama=1), "scout": 6},
    }
    state = visiting("MT", 3, owners, deck=("ud",))
    assert state.seats[0].cards == cards("cl ud")
    assert asked(state) == (0, Decision.OFFER)
    state = play(state, "offer none", "offer llama+cloth", "offer llama")
    assert state.step is Step.OVER
    assert owned(state, "missing") == [0, 1, 0]
    assert owned(state, "goods") == [goods(llama=1), goods(), goods(corn=3, llama=0)]
    outcome = princes.outcome(state)
    assert outcome is not None
    assert outcome.reason == "cards"
    assert outcome.points == (0, 3, 1)


def test_pri_9_4_two_cards_left_then_one_then_three_points_instead() -> None:
    owners = {0: {"goods": goods(llama=2), "scout": 17, "priests": priests(virgin=2)}}
    state = visiting("TS", owners=owners, deck=("vu", "ud"), rows=(4, 5, 4), stones=(1, 1, 1, 1))
    assert texts(state) == ["return cl", "return vu", "return ud"]
    state = play(state, "return cl", "sacrifice 2")
    assert state.step is not Step.OVER, "sixteen steps do not reach the summit again"
    owners[0]["goods"] = goods(llama=3)
    owners[0]["priests"] = priests(virgin=3)
    state = play(visiting("TS", owners=owners, deck=("vu", "ud"), rows=(4, 5, 4)), "return cl", "sacrifice 3")
    assert state.step is Step.OVER
    assert state.seats[0].cards == cards("cl vu ud")
    state = play(visiting("TS", owners=owners, deck=("ud",), rows=(4, 5, 4)), "sacrifice 3")
    assert state.step is Step.OVER
    assert (state.seats[0].cards, state.seats[0].missing) == (cards("cl ud"), 1)


def test_pri_9_4_deck_that_runs_out_at_night_ends_the_game_after_the_whole_night() -> None:
    owners = {
        0: {"tiles": ("3",), "scout": 18},
        1: {"tiles": ("2", "llama"), "scout": 18, "goods": goods(corn=1), "prince": "SD", "sundial": 1},
    }
    tiles = ("corn", "coca", "pottery", "cloth")
    state = position(2, owners, active=1, sun=0, tiles=tiles, deck=("ud",), bonuses=(0,) * 5, day=4)
    state = play(state, "go LP")
    assert asked(state) == (1, Decision.COLLECT)
    state = play(state, "collect llama")
    assert asked(state) == (1, Decision.REWARD)
    state = play(state, "goods corn+llama+coca")
    assert state.step is Step.OVER
    assert owned(state, "missing") == [0, 1]
    outcome = princes.outcome(state)
    assert outcome is not None
    assert outcome.reason == "cards"


def test_pri_9_4_rescue_on_the_last_day_beats_the_conquest() -> None:
    owners = {1: {"goods": PRIEST, "prince": "LP"}}
    tiles = ("2", "3", "corn", "llama")
    state = position(2, owners, rows=(1, 0, 0), active=1, sun=0, tiles=tiles, day=9)
    outcome = princes.outcome(play(state, "go HV", "take virgin"))
    assert outcome is not None
    assert outcome.reason == "priests"
    state = position(2, {1: {"scout": 19}}, active=1, sun=0, tiles=tiles, day=9, deck=("ud",))
    outcome = princes.outcome(play(state, "moon 2"))
    assert outcome is not None
    assert outcome.reason == "cards"


def test_pri_9_4_without_a_rescue_the_ninth_day_ends_in_conquest() -> None:
    state = position(2, active=1, sun=0, tiles=("2", "3", "corn", "llama"), day=9)
    outcome = princes.outcome(play(state, "moon 2"))
    assert outcome is not None
    assert outcome.reason == "conquest"
    assert princes.outcome(state) is None


# Points


def test_pri_9_4_example_of_the_rule_book() -> None:
    blue = {
        "incas": incas(CT=2, LP=2, CO=1, WQ=3),
        "priests": priests(virgin=1, puma=2),
        "cards": cards("cu ou ot tu"),
        "scout": 11,
    }
    outcome = over({0: blue, 1: {"cards": ()}}, rows=(0, 0, 0))
    assert outcome.points == (17, 0)
    assert outcome.breakdown[0] == (
        Part("cu", 4, 4),
        Part("ou", 3, 3),
        Part("ot", 4, 4),
        Part("tu", 5, 5),
        Part("missing cards", 0, 0),
        Part("trail", 11, 1),
    )


def test_pri_9_4_example_gold_is_18_on_the_cards_and_19_with_the_trail() -> None:
    assert gold(position(owners={0: {"cards": cards("cu ou ot tu"), "scout": 11}}).seats[0]) == 19


@pytest.mark.parametrize(("scout", "bonus"), [(0, 0), (6, 0), (7, 1), (12, 1), (13, 2), (19, 2)])
def test_pri_9_4_trail_bonus(scout: int, bonus: int) -> None:
    assert trail_bonus(scout) == bonus
    seat = position(owners={0: {"cards": (), "scout": scout}}).seats[0]
    assert gold(seat) == bonus


def test_pri_8_1_each_icon_counts_one_for_each_inca_or_tile() -> None:
    everything = {"incas": (1, 2, 3, 4, 5), "priests": (6, 5, 4), "scout": 0}
    values = dict(zip("cloptvud", (1, 2, 3, 4, 5, 6, 5, 4), strict=True))
    for card in CARDS:
        outcome = over({0: everything | {"cards": (card,)}, 1: {}}, rows=(0, 0, 0))
        assert outcome.points[0] == values[card[0]] + values[card[1]]


def test_pri_9_3_incas_on_the_sundial_score_nothing() -> None:
    assert over({0: {"cards": ("cl",), "sundial": 3, "scout": 0}, 1: {}}, rows=(0, 0, 0)).points == (0, 0)


# Conquest


@pytest.mark.parametrize(
    ("amounts", "factors"),
    [
        ((18, 12, 17, 17), (3, 1, 2, 2)),
        ((18, 18, 17), (3, 3, 2)),
        ((5, 5, 5), (3, 3, 3)),
        ((9, 8), (3, 2)),
        ((8, 9), (2, 3)),
        ((4, 4), (3, 3)),
        ((9, 8, 7, 6, 5), (3, 2, 1, 1, 1)),
        ((9, 9, 7, 7, 5), (3, 3, 2, 2, 1)),
    ],
)
def test_pri_9_4_most_gold_triples_and_second_most_doubles(amounts: tuple[int, ...], factors: tuple[int, ...]) -> None:
    assert multipliers(amounts) == factors


def test_pri_9_4_conquest_example_of_the_rule_book() -> None:
    """Blue 17 points and 18 gold, green 34 and 12, red 18 and 17, yellow 27 and 17: yellow wins."""
    owners = {
        0: {"cards": cards("cu lu ou ct"), "incas": incas(CT=2, CO=3), "priests": priests(puma=2, condor=0)},
        1: {"cards": cards("cl co cp ct"), "incas": incas(CT=8, LP=2)},
        2: {"cards": cards("ou pu vu"), "incas": incas(CO=2, PQ=1), "priests": priests(puma=4, virgin=3)},
        3: {"cards": cards("ou lu vu"), "incas": incas(CO=4, LP=4), "priests": priests(puma=5, virgin=4)},
    }
    owners[0]["incas"] = incas(CT=2, CO=5, LP=2)
    state = position(4, owners, step=Step.OVER, day=9)
    assert [gold(seat) for seat in state.seats] == [18, 12, 17, 17]
    outcome = princes.outcome(state)
    assert outcome is not None
    raw = [sum(part.points for part in parts if part.name != "gold") for parts in outcome.breakdown]
    assert raw == [17, 34, 18, 27]
    assert outcome.points == (51, 34, 36, 54)
    assert outcome.ranks == (2, 4, 3, 1)


def test_pri_9_4_trail_bonus_counts_as_points_and_as_gold_in_a_conquest() -> None:
    """Three gold each on the cards: the scout on 13 makes it five, plus two points, both tripled."""
    outcome = over({0: with_points(4, scout=13), 1: with_points(4)})
    assert outcome.points == (18, 8)
    assert outcome.breakdown[0] == (
        Part("co", 4, 4),
        Part("missing cards", 0, 0),
        Part("trail", 13, 2),
        Part("gold", 5, 12),
    )


def test_pri_9_4_points_for_missing_cards_in_a_rescue_only() -> None:
    outcome = over({0: with_points(2, missing=2), 1: with_points(1)}, deck=())
    assert outcome.reason == "cards"
    assert outcome.points == (8, 1)


# Ties


@pytest.mark.parametrize(
    ("own", "number"),
    [
        (goods(), 0),
        (goods(corn=2), 0),
        (goods(corn=3), 1),
        (goods(corn=8, llama=1, coca=2, pottery=3, cloth=4), 12),
    ],
)
def test_pri_9_4_three_corn_are_one_unit_and_the_rest_nothing(own: tuple[int, ...], number: int) -> None:
    assert units(position(owners={0: {"goods": own}}).seats[0]) == number


def test_pri_9_4_equal_points_are_parted_by_the_units_of_goods() -> None:
    owners = {
        0: with_points(5, goods=goods(corn=5)),
        1: with_points(5, goods=goods(cloth=2)),
        2: with_points(3, goods=goods(cloth=9)),
    }
    outcome = over(owners, rows=(0, 0, 0))
    assert outcome.points == (5, 5, 3)
    assert outcome.ranks == (2, 1, 3)


def test_pri_9_4_still_equal_is_equal_rank() -> None:
    owners = {
        0: with_points(3, goods=goods(cloth=9)),
        1: with_points(5, goods=goods(corn=3)),
        2: with_points(5, goods=goods(cloth=1, corn=2)),
    }
    outcome = over(owners, rows=(0, 0, 0))
    assert outcome.ranks == (3, 1, 1)
