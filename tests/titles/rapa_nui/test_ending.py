"""RAP 6: the end, the value of the sacrifice cards, points and ranks."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import IllegalAction, Outcome, Part
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.ending import breakdown
from games.titles.rapa_nui.rules.state import Step

from .positions import drawing, play, position, table, texts


def ended(*seats: dict[str, Any], **changes: Any) -> Outcome:
    """The outcome of a finished game with these seats, with no wood, glory or cards unless given."""
    empty = {"wood": 0, "glory": 0, "table": table(), "sacrifices": (0, 0, 0, 0)}
    owners = {index: empty | seat for index, seat in enumerate(seats)}
    outcome = rapa_nui.outcome(position("ybrv"[: len(seats)], owners, step=Step.OVER, deck="", **changes))
    assert outcome is not None
    return outcome


# When it ends


def test_rap_6_game_ends_when_no_card_can_be_laid_in_an_empty_column() -> None:
    state = play(drawing(columns=("P", "LLLL", "MMMM", "ffff"), deck=""), "draw 1")
    assert rapa_nui.to_move(state) is None
    assert texts(state) == []
    outcome = rapa_nui.outcome(state)
    assert outcome is not None
    assert outcome.reason == "deck"


def test_rap_6_card_drawn_last_is_kept_and_nothing_is_scored() -> None:
    rich = {"table": table(lumberjack=5, priest=5, moai=5, fish=5), "wood": 3, "glory": 2}
    for column in range(1, 5):
        columns = tuple("L" if index == column else "LPMf" for index in range(1, 5))
        state = play(drawing(seats={0: rich}, columns=columns, deck=""), f"draw {column}")
        assert rapa_nui.to_move(state) is None
        assert (state.seats[0].wood, state.seats[0].glory) == (3, 2)
        assert state.seats[0].hand == "PLL"


def test_rap_6_game_ends_in_the_middle_of_a_draw() -> None:
    state = drawing(seats={0: {"hand": "f"}}, columns=("P", "LLLL", "MMMM", "ffff"), deck="")
    state = play(state, "draw 1")
    assert rapa_nui.to_move(state) is None
    assert state.seats[0].hand == "Pf"


def test_rap_6_empty_deck_alone_does_not_end_the_game() -> None:
    state = play(drawing(columns=("PPP", "LLLL", "MMMM", "ffff"), deck=""), "draw 1")
    assert rapa_nui.to_move(state) == 1


def test_rap_6_nothing_is_legal_after_the_end() -> None:
    state = play(drawing(columns=("P", "LLLL", "MMMM", "ffff"), deck=""), "draw 1")
    with pytest.raises(IllegalAction, match="'draw 1': the game is over"):
        rapa_nui.parse(state, "draw 1")


# Values


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        ((5, 3, 2, 1), (3, 2, 1, 0)),
        ((1, 2, 3, 5), (0, 1, 2, 3)),
        ((4, 4, 2, 1), (3, 3, 2, 1)),
        ((4, 2, 2, 1), (3, 2, 2, 1)),
        ((4, 3, 1, 1), (3, 2, 1, 1)),
        ((3, 3, 3, 1), (3, 3, 3, 2)),
        ((4, 2, 2, 2), (3, 2, 2, 2)),
        ((4, 4, 2, 2), (3, 3, 2, 2)),
        ((3, 3, 3, 3), (3, 3, 3, 3)),
        ((4, 2, 0, 0), (3, 2, 1, 1)),
        ((4, 0, 0, 0), (3, 2, 2, 2)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_rap_6_2_value_is_three_less_the_different_higher_numbers(
    counts: tuple[int, ...], worth: tuple[int, ...]
) -> None:
    assert rapa_nui.values(counts) == worth


def test_rap_6_2_example_szandra_has_sixteen_and_stefan_fifteen() -> None:
    """On the stone 4 grain, 4 mulberry, 2 fish, 1 potato; the order here is fish, mulberry, potato, grain."""
    outcome = ended({"sacrifices": (3, 1, 1, 2)}, {"sacrifices": (5, 1, 2, 0)}, stone=(2, 4, 1, 4))
    assert outcome.points == (16, 15)
    assert outcome.ranks == (1, 2)


def test_rap_6_2_face_down_cards_count() -> None:
    one = {"sacrifices": (1, 0, 0, 0), "face_down": (0, 2, 0, 0)}
    other = {"sacrifices": (0, 1, 0, 0), "face_down": (0, 0, 0, 1)}
    assert ended(one, other, stone=(1, 0, 0, 0)).points == (2, 3)


def test_rap_6_2_without_a_sacrifice_every_card_is_worth_nothing() -> None:
    assert ended({"sacrifices": (9, 9, 9, 9)}, {"glory": 1}).points == (0, 1)


# Points


def test_rap_6_1_points_are_glory_moai_wood_and_sacrifice_cards() -> None:
    seat = {"glory": 11, "wood": 14, "table": table(moai=3, priest=4), "sacrifices": (2, 0, 1, 5)}
    outcome = ended(seat, {}, stone=(3, 2, 1, 0))
    assert outcome.breakdown[0] == (
        Part("glory", 11, 11),
        Part("moai", 3, 12),
        Part("wood", 14, 2),
        Part("fish", 2, 6),
        Part("mulberry", 0, 0),
        Part("potato", 1, 1),
        Part("grain", 5, 0),
    )
    assert outcome.points == (11 + 12 + 2 + 6 + 1, 0)


@pytest.mark.parametrize(("wood", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (73, 14)])
def test_rap_6_1_every_five_wood_are_a_point(wood: int, points: int) -> None:
    assert ended({"wood": wood}, {}).points == (points, 0)


def test_rap_6_1_cards_in_hand_are_worth_nothing() -> None:
    assert ended({"hand": "MMM"}, {"hand": "PPP"}).points == (0, 0)


def test_rap_6_1_breakdown_can_be_asked_for_a_running_game() -> None:
    seat = position(seats={0: {"glory": 3, "wood": 5}}).seats[0]
    assert sum(part.points for part in breakdown(seat, (3, 2, 1, 0))) == 3 + 1 + 6


# Ranks


def test_rap_6_2_equal_points_are_parted_by_moai() -> None:
    outcome = ended({"glory": 8, "wood": 4}, {"glory": 4, "table": table(moai=1)})
    assert (outcome.points, outcome.ranks) == ((8, 8), (2, 1))


def test_rap_6_2_then_by_the_whole_wood() -> None:
    outcome = ended({"glory": 8, "wood": 3}, {"glory": 8, "wood": 4}, {"glory": 7, "wood": 5})
    assert (outcome.points, outcome.ranks) == ((8, 8, 8), (3, 2, 1))


def test_rap_6_2_then_the_rank_is_shared() -> None:
    outcome = ended({"glory": 8}, {"glory": 9}, {"glory": 8}, {"glory": 2})
    assert outcome.ranks == (2, 1, 2, 4)


def test_rap_6_2_moai_do_not_outweigh_points() -> None:
    assert ended({"glory": 9}, {"glory": 0, "table": table(moai=2)}).ranks == (1, 2)


def test_rap_6_game_that_runs_has_no_outcome() -> None:
    assert rapa_nui.outcome(position()) is None
