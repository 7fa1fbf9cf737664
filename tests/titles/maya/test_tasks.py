"""Task cards, the announcement and the points with three and four seats (MAY 5 and 6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.contract import Outcome, Part
from games.titles.maya import rules as maya
from games.titles.maya.rules.ending import color_points
from games.titles.maya.rules.tasks import tasks

from .positions import BOTH_DONE, DECK, FINISHED, play, table, texts

CENTRE_DONE = {5: "ttttt"}
CENTRE_NEAR = {5: "tttrg", 2: "oygtt"}
"""The swap 2-5@4 finishes the centre."""


def last_swaps(state: maya.State) -> list[str]:
    return [text for text in texts(state) if text.endswith("end")]


@pytest.mark.parametrize(
    ("seats", "deck", "dealt"),
    [
        (3, DECK, ("ro", "yg", "bp")),
        (4, DECK, ("ro", "yg", "bp", "kn")),
        (3, "trnokpybg", ("rn", "ok", "py")),
        (4, "rtnokpybg", ("rn", "ok", "py", "bg")),
    ],
)
def test_may_5_centre_card_is_taken_out_and_two_are_dealt_to_each(
    seats: int, deck: str, dealt: tuple[str, ...]
) -> None:
    assert tasks(table(seats, deck=deck)) == dealt


def test_may_5_no_ladders_and_no_priests() -> None:
    state = play(table(3, {1: "rrrro", 2: "oooor"}), "swap 1-2@5")
    assert state.ladders == ((0, 0),) * 9
    assert state.priests == (None,) * 9


def test_may_5_1_centre_alone_does_not_allow_the_announcement() -> None:
    assert last_swaps(table(3, CENTRE_DONE)) == []


def test_may_5_1_own_tower_alone_does_not_allow_it() -> None:
    assert last_swaps(table(3, {1: "rrrrr"})) == []


def test_may_5_1_tower_of_the_other_player_does_not_allow_it() -> None:
    assert last_swaps(table(3, CENTRE_DONE | {3: "yyyyy"})) == []
    assert last_swaps(table(3, CENTRE_DONE | {8: "kkkkk"})) == []


def test_may_5_1_each_swap_is_listed_twice_and_the_end_instead_comes_last() -> None:
    state = table(3, BOTH_DONE)
    listed = texts(state)
    plain = [text for text in listed if "end" not in text]
    assert listed == [*(text for swap in plain for text in (swap, f"{swap} end")), "end"]
    assert len(plain) == 6 * 4


def test_may_5_1_only_the_seat_to_move_may_announce() -> None:
    assert last_swaps(table(3, BOTH_DONE, swaps=1)) == []


def test_may_5_1_swap_that_finishes_the_centre() -> None:
    state = table(3, CENTRE_NEAR | {1: "rrrrr"})
    listed = texts(state)
    assert last_swaps(state) == ["swap 2-5@4 end"]
    assert listed[listed.index("swap 2-5@4") + 1] == "swap 2-5@4 end"


def test_may_5_1_swap_that_finishes_an_own_tower() -> None:
    state = table(3, CENTRE_DONE | {1: "rrrrt", 2: "oygkr", 4: "gtbpr"})
    assert last_swaps(state) == ["swap 1-2@5 end", "swap 1-4@5 end"]


def test_may_5_1_swap_that_finishes_both_at_once() -> None:
    state = table(3, {5: "tttoo", 2: "ooott"})
    assert last_swaps(state) == ["swap 2-5@4 end"]
    after = play(state, "swap 2-5@4 end")
    assert after.bonus


def test_may_5_1_finishing_one_of_two_missing_towers_is_not_enough() -> None:
    assert last_swaps(table(3, {5: "tttto", 2: "oygtt", 1: "rrrrg"})) == []


def test_may_5_1_swap_that_is_not_legal_is_not_announced_either() -> None:
    assert last_swaps(table(3, CENTRE_NEAR | {1: "rrrrr"}, monolith=(2, 3), raven=4)) == []


def outcome_of(state: maya.State) -> Outcome:
    outcome = maya.outcome(state)
    assert outcome is not None
    return outcome


def test_may_5_2_bonus_for_the_swap_that_finishes_the_centre_announced_at_once() -> None:
    outcome = outcome_of(play(table(3, CENTRE_NEAR | {1: "rrrrr"}), "swap 2-5@4 end"))
    assert outcome.reason == "announced"
    assert outcome.points == (15, 0, 0)
    assert outcome.breakdown[0] == (Part("red", 5, 10), Part("orange", 0, 0), Part("bonus", 1, 5))
    assert outcome.breakdown[1] == (Part("yellow", 0, 0), Part("green", 0, 0), Part("bonus", 0, 0))


def test_may_5_2_no_bonus_for_a_later_announcement() -> None:
    state = play(table(3, CENTRE_NEAR | {1: "rrrrr"}), "swap 2-5@4", "swap 3-6@5", "swap 7-8@3")
    assert outcome_of(play(state, "end")).points == (10, 0, 0)
    for last in last_swaps(state):
        after = play(state, last)
        assert (after.announced, after.bonus) == (0, False)
        assert outcome_of(after).breakdown[0][-1] == Part("bonus", 0, 0)


def test_may_5_2_no_bonus_when_the_game_ends_otherwise() -> None:
    state = table(3, {5: "tttto", 2: "oooot"}, towers=("rrrrr", "oooot", "yyyyy", "ggggg", "tttto", *FINISHED[5:]))
    after = play(state, "swap 2-5@5")
    assert outcome_of(after).reason == "no_swap"
    assert outcome_of(after).points == (20, 20, 20)


def test_may_5_1_end_without_a_swap_leaves_the_towers() -> None:
    state = table(3, BOTH_DONE)
    after = play(state, "end")
    assert after == replace(state, announced=0)
    assert maya.to_move(after) is None


@pytest.mark.parametrize(
    ("towers", "points"),
    [
        (("rrrrr",), 10),
        (("rrrro",), 6),
        (("orrrr",), 6),
        (("orrry",), 2),
        (("rroyg",), 1),
        (("rrorr",), 2),
        (("rroyg", "gyorr"), 2),
        (("rrroy", "gyorr"), 3),
        (("rrrog", "oyrrg"), 3),
        (("rorog",), 0),
    ],
)
def test_may_5_2_points_of_a_colour(towers: tuple[str, ...], points: int) -> None:
    assert color_points(towers, "r") == points


def test_may_5_2_centre_colour_and_cards_aside_give_nothing() -> None:
    state = table(3, {5: "ttttt", 8: "kkkkk", 9: "nnnnn"})
    assert outcome_of(replace(state, announced=0)).points == (0, 0, 0)


def test_may_5_2_equal_points_share_the_rank() -> None:
    state = replace(table(3, {1: "rrroy", 3: "yyygt"}), announced=2)
    outcome = outcome_of(state)
    assert (outcome.points, outcome.ranks) == ((2, 2, 0), (1, 1, 3))


def test_may_6_partners_add_their_points_and_the_bonus() -> None:
    state = table(4, CENTRE_NEAR | {1: "rrrrr", 6: "bbpkr", 8: "kkkro"})
    outcome = outcome_of(play(state, "swap 2-5@4 end"))
    assert outcome.points == (16, 2, 16, 2)
    assert outcome.ranks == (1, 3, 1, 3)
    assert outcome.breakdown[2] == (
        Part("blue", 2, 1),
        Part("purple", 0, 0),
        Part("red", 5, 10),
        Part("orange", 0, 0),
        Part("bonus", 1, 5),
    )


def test_may_6_tower_of_the_partner_does_not_allow_the_announcement() -> None:
    assert last_swaps(table(4, CENTRE_DONE | {6: "bbbbb"})) == []
    assert last_swaps(table(4, CENTRE_DONE | {6: "bbbbb"}, swaps=2)) != []
