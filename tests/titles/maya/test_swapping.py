"""Swaps, the monolith and the raven (MAY 3)."""

from __future__ import annotations

from games.titles.maya import rules as maya

from .positions import duel, levels, play, table, texts, towers


def test_may_3_everything_from_the_level_up_changes_places() -> None:
    assert play(table(), "swap 1-2@5").towers == towers({1: "roygb", 2: "oygtt"})
    assert play(table(), "swap 1-2@2").towers == towers({1: "rygtb", 2: "ooygt"})


def test_may_3_1_no_base_is_swapped() -> None:
    assert all("@1" not in text for text in texts(table()))


def test_may_3_2_towers_beside_the_monolith_swap_with_no_other() -> None:
    state = table(monolith=(2, 5), raven=3)
    pairs = {text.split("@")[0] for text in texts(state)}
    assert pairs == {"swap 1-4", "swap 3-6", "swap 4-7", "swap 6-9", "swap 7-8", "swap 8-9"}


def test_may_3_3_raven_forbids_cuts_at_its_level_everywhere() -> None:
    state = duel(raven=4)
    assert levels(state, 1, 2) == [2, 3, 5]
    assert {text[-1] for text in texts(state)} == {"2", "3", "5"}


def test_may_3_3_pieces_at_the_level_of_the_raven_may_travel_along() -> None:
    assert play(duel(raven=4), "swap 1-2@3").towers == towers({1: "rogtb", 2: "oyygt"})


def test_may_5_raven_forbids_nothing_with_three_seats() -> None:
    assert levels(table(monolith=(8, 9), raven=4), 1, 2) == [2, 3, 4, 5]


def test_may_3_4_what_is_connected_is_not_cut() -> None:
    """The example of the rule book: A has levels 3 and 4 alike, B levels 1 to 3; only their tops can swap."""
    state = table(changed={1: "rokkg", 2: "pppyb"})
    assert levels(state, 1, 4) == [2, 3, 5]
    assert levels(state, 2, 3) == [4, 5]
    assert levels(state, 1, 2) == [5]


def test_may_3_swap_of_the_two_upper_levels_puts_the_raven_on_4() -> None:
    state = play(duel(), "swap 1-2@4")
    assert (state.monolith, state.raven) == ((1, 2), 4)


def test_may_3_swap_is_never_undone_at_once() -> None:
    for swap in texts(duel()):
        assert swap not in texts(play(duel(), swap))


def test_may_3_first_position_of_a_duel_has_24_swaps_or_18() -> None:
    assert len(texts(duel(monolith=(1, 2)))) == 24
    assert len(texts(duel(monolith=(2, 5)))) == 18


def test_may_3_first_position_of_three_seats_has_48_swaps_in_order() -> None:
    listed = texts(table())
    assert len(listed) == 48
    assert listed == sorted(listed)
    assert listed[:5] == ["swap 1-2@2", "swap 1-2@3", "swap 1-2@4", "swap 1-2@5", "swap 1-4@2"]


def test_may_3_finished_tower_is_never_cut() -> None:
    state = table(changed={5: "ttttt"})
    assert all("5" not in text.split("@")[0] for text in texts(state))


def test_may_3_seats_take_turns() -> None:
    state = table(4)
    movers = []
    for _ in range(6):
        movers.append(maya.to_move(state))
        state = maya.apply(state, maya.legal_actions(state)[0])
    assert movers == [0, 1, 2, 3, 0, 1]
