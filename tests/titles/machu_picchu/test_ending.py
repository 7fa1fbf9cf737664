"""The end of the game, points and ranks (MAC 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.contract import Outcome, Part
from games.titles.machu_picchu import rules as machu_picchu

from .positions import depots, play, position, revealed, texts

BOTH = pytest.mark.parametrize("order", ["order 4-1", "order 1-4"])


def last_round(state: machu_picchu.State, sky: str) -> machu_picchu.State:
    """The position in the last round, with this card."""
    return replace(state, round=state.rounds, sky=(*state.sky[:-1], sky))


def ended(pairs: tuple[str, ...], values: dict[int, int]) -> Outcome:
    """The outcome of a game whose priests have these values: nothing is won in its last round."""
    state = revealed(1, 2, 3, 4, seats=len(pairs), depots={priest: (value,) for priest, value in values.items()})
    owners = tuple(replace(seat, pair=pair) for seat, pair in zip(state.seats, pairs, strict=True))
    outcome = machu_picchu.outcome(play(last_round(replace(state, seats=owners), "M1"), "order 4-1"))
    assert outcome is not None
    return outcome


@BOTH
def test_mac_7_game_ends_after_the_round_of_the_last_card(order: str) -> None:
    state = revealed(12, 47, 30, 5)
    outcome = machu_picchu.outcome(play(last_round(state, "S4"), order))
    assert outcome is not None
    assert outcome.reason == "sky"
    assert machu_picchu.outcome(play(replace(state, round=state.rounds - 1), order)) is None


def test_mac_7_full_depot_ends_the_game_after_the_whole_round() -> None:
    state = play(revealed(9, 31, 20, 44, depots={4: (1, 2, 3, 4)}), "order 4-1")
    assert depots(state)[3] == (1, 2, 3, 4, 5)
    assert depots(state)[1] == (5,)
    outcome = machu_picchu.outcome(state)
    assert outcome is not None
    assert outcome.reason == "depot"
    assert machu_picchu.to_move(state) is None
    assert texts(state) == []


def test_mac_7_two_stones_share_the_last_space() -> None:
    """The fifth worked example of MAC 8."""
    state = play(revealed(50, 1, 2, 3, fields={4: "c2"}, depots={4: (1, 2, 3, 4)}), "order 4-1")
    assert depots(state)[3] == (1, 2, 3, 4, 5, 5)
    outcome = machu_picchu.outcome(state)
    assert outcome is not None
    assert outcome.reason == "depot"


def test_mac_7_two_stones_take_two_spaces_where_there_are() -> None:
    state = play(revealed(50, 1, 2, 3, fields={4: "c2"}, depots={4: (1, 2)}), "order 4-1")
    assert depots(state)[3] == (1, 2, 3, 4)
    assert machu_picchu.outcome(state) is None


def test_mac_7_fire_stone_fills_a_depot_too() -> None:
    """The fifth worked example of MAC 8."""
    state = play(revealed(1, 3, 50, 2, fields={4: "c1"}, depots={4: (1, 2, 3, 4)}), "order 4-1")
    assert depots(state)[3] == (1, 2, 3, 4, -3)
    outcome = machu_picchu.outcome(state)
    assert outcome is not None
    assert outcome.reason == "depot"


def test_mac_7_depot_of_the_priest_that_scores_for_no_player_ends_the_game() -> None:
    state = play(revealed(12, 47, 30, 5, seats=3, depots={1: (1, 2, 3, 4)}), "order 4-1")
    outcome = machu_picchu.outcome(state)
    assert outcome is not None
    assert outcome.reason == "depot"
    assert outcome.points == (0, 0, 0)


def test_mac_7_full_depot_in_the_last_round_is_the_reason() -> None:
    state = revealed(9, 31, 20, 44, depots={4: (1, 2, 3, 4)})
    outcome = machu_picchu.outcome(play(last_round(state, "S1"), "order 4-1"))
    assert outcome is not None
    assert outcome.reason == "depot"


def test_mac_7_points_are_yellow_minus_red_of_both_priests() -> None:
    stones = {4: (1, 2, -4), 3: (3, 4), 2: (-5, -6), 1: (-3,)}
    state = revealed(1, 2, 3, 4, depots=stones, sky="M1")
    outcome = machu_picchu.outcome(play(last_round(state, "M1"), "order 4-1"))
    assert outcome == Outcome(
        points=(-12, 4),
        ranks=(2, 1),
        reason="sky",
        breakdown=(
            (Part("priest_4", 3, -1), Part("priest_2", 2, -11)),
            (Part("priest_3", 2, 7), Part("priest_1", 1, -3)),
        ),
    )


def test_mac_7_tie_goes_to_the_better_priest() -> None:
    outcome = ended(("42", "31"), {4: 3, 2: 3, 3: 7, 1: -1})
    assert (outcome.points, outcome.ranks) == ((6, 6), (2, 1))


def test_mac_7_tie_of_equal_values_is_shared() -> None:
    outcome = ended(("42", "31"), {4: 7, 2: -1, 3: -1, 1: 7})
    assert (outcome.points, outcome.ranks) == ((6, 6), (1, 1))


def test_mac_7_shared_best_priest_parts_no_seats() -> None:
    outcome = ended(("42", "43", "31", "21"), {4: 9, 3: 2, 2: 2, 1: 5})
    assert (outcome.points, outcome.ranks) == ((11, 11, 7, 7), (1, 1, 3, 3))


def test_mac_7_four_seats_parted_for_the_third_place() -> None:
    outcome = ended(("42", "31", "43", "21"), {4: 8, 3: 1, 2: -3, 1: 4})
    assert (outcome.points, outcome.ranks) == ((5, 5, 9, 1), (2, 3, 1, 4))


def test_mac_7_view_of_the_end_is_open() -> None:
    state = position(4, sky=None)
    while legal := machu_picchu.legal_actions(state):
        state = machu_picchu.apply(state, legal[0])
    view = machu_picchu.view(state, None)
    assert view.over
    assert [seat.pair for seat in view.seats] == ["42", "43", "31", "21"]
    assert [seat.hand for seat in view.seats] == [seat.hand for seat in state.seats]
