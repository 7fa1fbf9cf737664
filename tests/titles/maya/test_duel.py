"""Ladders, priests, the end and the points with two seats (MAY 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.contract import Part
from games.titles.maya import rules as maya

from .positions import FINISHED, TOWERS, duel, ladders, play, priests, texts

NO_LADDERS = ((0, 0),) * 9
NO_PRIESTS = (None,) * 9


def test_may_4_1_white_is_bound_by_monolith_and_raven_of_black() -> None:
    state = play(maya.start(maya.Deal(2, TOWERS, "")), "monolith 1-2@3")
    assert (state.monolith, state.raven) == ((1, 2), 3)
    assert maya.to_move(state) == 0
    assert all(text[-1] != "3" and "1-" not in text and "2-" not in text for text in texts(state))


def test_may_4_2_swap_moves_monolith_and_raven_and_then_places_what_it_has_earned() -> None:
    before = duel()
    after = play(before, "swap 1-2@5")
    assert (after.monolith, after.raven) == ((1, 2), 5)
    assert sum(map(sum, after.ladders)) == sum(map(sum, before.ladders)) + 1
    assert (maya.to_move(before), maya.to_move(after)) == (0, 1)


def test_may_4_3_connection_places_a_ladder() -> None:
    """1-2@5 puts turquoise on turquoise in tower 2."""
    state = play(duel(), "swap 1-2@5")
    assert state.ladders == ladders(t2=(1, 0))
    assert state.priests == NO_PRIESTS


def test_may_4_3_black_places_black_ladders() -> None:
    state = play(duel(), "swap 4-7@4", "swap 1-2@5")
    assert state.ladders == ladders(t2=(0, 1))


def test_may_4_3_swap_without_a_connection_places_nothing() -> None:
    assert play(duel(), "swap 1-4@5").ladders == NO_LADDERS


def test_may_4_3_two_connections_place_one_ladder_at_each_tower() -> None:
    state = play(duel({1: "royyt", 2: "oyggb", 4: "gtbgk", 5: "tbpbn"}), "swap 4-5@4")
    assert state.towers[3:5] == ("gtbbn", "tbpgk")
    assert state.ladders == ladders(t4=(1, 0))
    state = play(duel({4: "gtbpk", 5: "tbpbn"}), "swap 4-5@4")
    assert state.towers[3:5] == ("gtbbn", "tbppk")
    assert state.ladders == ladders(t4=(1, 0), t5=(1, 0))


def test_may_4_3_joined_groups_are_one_connection() -> None:
    state = play(duel({4: "ggkpb", 5: "tbggn"}), "swap 4-5@3")
    assert state.towers[3] == "ggggn"
    assert state.ladders == ladders(t4=(1, 0))


def test_may_4_3_tower_without_a_free_place_gets_no_ladder() -> None:
    state = play(duel({4: "gtbpk", 5: "tbpbn"}, ladders=ladders(t4=(2, 1), t5=(3, 0))), "swap 4-5@4")
    assert state.ladders == ladders(t4=(2, 1), t5=(4, 0))


def test_may_4_4_priest_without_a_free_ladder_place() -> None:
    """The example of the rule book: A gets a green pair and a ladder, B is finished and has two black ladders."""
    state = play(duel({2: "ogrrr", 1: "rrgtb"}, ladders=ladders(t1=(0, 2))), "swap 1-2@3")
    assert state.towers[:2] == ("rrrrr", "oggtb")
    assert state.ladders == ladders(t1=(0, 2), t2=(1, 0))
    assert state.priests == priests(t1=0)


def test_may_4_4_one_swap_finishes_two_towers() -> None:
    state = play(duel({1: "rrrro", 2: "oooor"}), "swap 1-2@5")
    assert state.towers[:2] == ("rrrrr", "ooooo")
    assert state.priests == priests(t1=0, t2=0)
    assert state.ladders == ladders(t1=(1, 0), t2=(1, 0))


def test_may_4_5_last_ladder_goes_to_the_tower_with_the_smaller_number() -> None:
    placed = ladders(t3=(3, 0), t5=(0, 0), t6=(3, 0), t7=(2, 0), t8=(3, 0), t9=(2, 0), t4=(1, 0))
    assert sum(white for white, _ in placed) == 14
    state = play(duel({1: "rrrro", 2: "oooor"}, ladders=placed), "swap 1-2@5")
    assert state.ladders == (*ladders(t1=(1, 0))[:1], *placed[1:])


def test_may_4_5_out_of_ladders_none_is_placed() -> None:
    placed = ladders(t3=(3, 0), t6=(3, 0), t7=(2, 0), t8=(3, 0), t9=(2, 0), t4=(2, 0))
    assert sum(white for white, _ in placed) == 15
    assert play(duel(ladders=placed), "swap 1-2@5").ladders == placed


def test_may_4_5_last_priest_goes_to_the_tower_with_the_smaller_number() -> None:
    standing = priests(t6=0, t7=0, t8=0, t9=0)
    state = play(duel({1: "rrrro", 2: "oooor"}, priests=standing), "swap 1-2@5")
    assert state.priests == priests(t1=0, t6=0, t7=0, t8=0, t9=0)


def test_may_4_5_out_of_priests_none_is_placed() -> None:
    standing = priests(t5=0, t6=0, t7=0, t8=0, t9=0)
    state = play(duel({1: "rrrro", 2: "oooor"}, priests=standing), "swap 1-2@5")
    assert state.priests == standing


def test_may_4_3_ladders_stay_when_the_pieces_travel_on() -> None:
    state = play(duel({1: "roygg", 4: "gtbpk"}, ladders=ladders(t1=(1, 0))), "swap 1-4@3")
    assert state.towers[0] == "robpk"
    assert state.ladders == ladders(t1=(1, 0))


def test_may_4_6_game_is_over_when_the_seat_to_move_has_no_swap() -> None:
    outcome = maya.outcome(duel(towers=FINISHED))
    assert outcome is not None
    assert outcome.reason == "no_swap"
    almost = (*FINISHED[:5], "bbbbb", "ppppp", "kkkkn", "nnnnk")
    state = duel(towers=almost, monolith=(1, 2))
    assert texts(state) == ["swap 8-9@5"]
    after = play(state, "swap 8-9@5")
    assert maya.to_move(after) is None
    assert texts(after) == []
    assert after.priests == priests(t8=0, t9=0)


def test_may_4_6_black_may_be_without_a_swap_where_white_has_one() -> None:
    """After White's swap the monolith is beside the only towers that can be cut."""
    state = duel(towers=(*FINISHED[:7], "kkkpn", "nnnnk"), monolith=(1, 2))
    after = play(state, "swap 8-9@5")
    assert after.towers[7] == "kkkpk"
    outcome = maya.outcome(after)
    assert outcome is not None
    assert outcome.reason == "no_swap"


def test_may_4_7_the_scoring_example_of_the_rule_book() -> None:
    state = duel(
        towers=FINISHED,
        ladders=ladders(
            t1=(1, 1), t2=(1, 0), t3=(0, 1), t4=(1, 1), t5=(2, 1), t6=(2, 0), t7=(0, 1), t8=(1, 2), t9=(0, 2)
        ),
        priests=priests(t1=1, t8=0),
    )
    outcome = maya.outcome(state)
    assert outcome is not None
    assert (outcome.points, outcome.ranks) == ((4, 5), (2, 1))
    assert outcome.breakdown == (
        (Part("priests", 1, 1), Part("ladders", 3, 3)),
        (Part("priests", 1, 1), Part("ladders", 4, 4)),
    )


def ranks(**changes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    outcome = maya.outcome(duel(towers=FINISHED, **changes))
    assert outcome is not None
    return outcome.points, outcome.ranks


def test_may_4_7_equal_points_are_parted_by_priests() -> None:
    assert ranks(priests=priests(t1=1), ladders=ladders(t2=(2, 0))) == ((1, 1), (2, 1))


def test_may_4_7_then_by_ladders_placed() -> None:
    assert ranks(ladders=ladders(t1=(1, 0), t2=(0, 1), t3=(1, 1), t4=(1, 0), t5=(0, 2))) == ((2, 2), (2, 1))


def test_may_4_7_else_no_player_is_better() -> None:
    assert ranks(ladders=ladders(t1=(1, 0), t2=(0, 1))) == ((1, 1), (1, 1))


def test_may_4_7_no_points_at_a_tower_with_equal_ladders() -> None:
    assert ranks(ladders=ladders(t1=(1, 1), t5=(2, 2))) == ((0, 0), (1, 1))


def test_may_4_announcing_is_not_for_a_duel() -> None:
    state = duel({5: "ttttt", 1: "rrrrr"})
    assert not any("end" in text for text in texts(state))
    assert not any("end" in text for text in texts(replace(state, swaps=1)))
