"""RAP 5: the scoring, for everyone at the table."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import IllegalAction
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.scoring import incomes, majority
from games.titles.rapa_nui.rules.state import Decision, State

from .positions import drawing, play, table, texts


def scored(card: str, tables: list[tuple[int, ...]], active: int = 0, **changes: Any) -> State:
    """The position after the active seat uncovered a card."""
    seats = {index: {"wood": 0, "table": cards, "sacrifices": (0, 0, 0, 0)} for index, cards in enumerate(tables)}
    columns = (f"PP{card}L", "PP", "PP", "PP")
    return play(drawing("ybrv"[: len(tables)], seats, columns=columns, active=active, **changes), "draw 1")


def sacrifices(state: State) -> list[tuple[int, ...]]:
    return [seat.sacrifices for seat in state.seats]


# Lumberjack and priest


def test_rap_5_1_example_stefan_alone_has_two_lumberjacks_and_gets_three_wood() -> None:
    state = scored("L", [table(lumberjack=1), table(lumberjack=2), table(lumberjack=1), table(lumberjack=1)])
    assert [seat.wood for seat in state.seats] == [1, 3, 1, 1]
    assert [seat.glory for seat in state.seats] == [0, 0, 0, 0]


def test_rap_5_2_example_patrik_alone_has_one_priest_and_gets_no_bonus() -> None:
    state = scored("P", [table(), table(), table(priest=1), table()])
    assert [seat.glory for seat in state.seats] == [0, 0, 1, 0]
    assert [seat.wood for seat in state.seats] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("priests", "glory"),
    [
        ((0, 0), [0, 0]),
        ((1, 0), [1, 0]),
        ((1, 1), [1, 1]),
        ((2, 0), [3, 0]),
        ((2, 1), [3, 1]),
        ((2, 2), [2, 2]),
        ((3, 2), [4, 2]),
        ((2, 2, 1), [2, 2, 1]),
        ((2, 2, 3), [2, 2, 4]),
        ((4, 1, 4, 0), [4, 1, 4, 0]),
    ],
)
def test_rap_5_bonus_is_for_two_cards_and_strictly_more_than_all_others(
    priests: tuple[int, ...], glory: list[int]
) -> None:
    assert [seat.glory for seat in scored("P", [table(priest=count) for count in priests]).seats] == glory


def test_rap_5_majority_is_the_seat_with_the_bonus() -> None:
    assert majority((1, 0)) is None
    assert majority((2, 2, 0)) is None
    assert majority((0, 1, 2)) == 2


def test_rap_5_cards_in_hand_do_not_count() -> None:
    state = drawing(seats={0: {"hand": "PP"}, 1: {"hand": "PPP"}}, columns=("PPPL", "PP", "PP", "PP"))
    assert [seat.glory for seat in play(state, "draw 1").seats] == [0, 0]


# Moai


def test_rap_5_3_example_szandra_takes_one_and_arnold_three_of_either_kind() -> None:
    """Arnold is seat 0 and active, Szandra seat 2."""
    state = scored("M", [table(moai=2), table(), table(moai=1), table()])
    assert rapa_nui.to_move(state) == 0
    assert state.decision is Decision.MOAI_INCOME
    assert texts(state) == ["glory", "wood"]
    state = play(state, "glory")
    assert rapa_nui.to_move(state) == 2
    state = play(state, "wood")
    assert [(seat.wood, seat.glory) for seat in state.seats] == [(0, 3), (0, 0), (1, 0), (0, 0)]
    assert state.active == 1


def test_rap_5_3_seats_choose_clockwise_from_the_active_one() -> None:
    state = scored("M", [table(moai=1)] * 4, active=2)
    order = []
    while state.decision is Decision.MOAI_INCOME:
        order.append(rapa_nui.to_move(state))
        state = play(state, "wood")
    assert order == [2, 3, 0, 1]
    assert [seat.wood for seat in state.seats] == [1, 1, 1, 1]
    assert state.active == 3


def test_rap_5_3_active_seat_without_a_moai_is_not_asked() -> None:
    assert rapa_nui.to_move(scored("M", [table(), table(moai=1)])) == 1


def test_rap_5_3_without_any_moai_no_player_is_asked() -> None:
    state = scored("M", [table(), table()])
    assert state.decision is Decision.TURN
    assert state.active == 1


def test_rap_5_3_other_actions_are_refused() -> None:
    with pytest.raises(IllegalAction, match=r"'take fish': now you choose glory or wood \(RAP 5\)"):
        rapa_nui.parse(scored("M", [table(moai=1), table()]), "take fish")


# Hunters


def test_rap_5_4_example_szandra_and_patrik_tie_with_two_grain_hunters_and_take_one_card_each() -> None:
    state = scored("g", [table(grain=2), table(), table(grain=2), table()])
    assert sacrifices(state) == [(0, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0)]
    assert state.supply == (21, 21, 21, 19)
    assert state.active == 1


@pytest.mark.parametrize(
    ("fish", "cards"),
    [((1, 0), [1, 0]), ((1, 1), [1, 1]), ((2, 1), [2, 1]), ((5, 4), [2, 1]), ((3, 3), [1, 1]), ((0, 0), [0, 0])],
)
def test_rap_5_4_one_card_whatever_the_number_of_hunters_and_one_more_as_bonus(
    fish: tuple[int, ...], cards: list[int]
) -> None:
    state = scored("f", [table(fish=count) for count in fish])
    assert [seat.sacrifices[0] for seat in state.seats] == cards


def test_rap_5_4_last_cards_go_to_the_active_seat_first() -> None:
    state = scored("s", [table(potato=1)] * 3, active=1, supply=(0, 0, 2, 0))
    assert [seat.sacrifices[2] for seat in state.seats] == [0, 1, 1]
    assert state.decision is Decision.TURN


def test_rap_5_4_exhausted_stack_is_replaced_by_a_type_of_the_seats_choice() -> None:
    state = scored("s", [table(potato=1), table(potato=1)], supply=(3, 0, 0, 2))
    assert rapa_nui.to_move(state) == 0
    assert state.decision is Decision.TAKE
    assert texts(state) == ["take fish", "take grain"]
    with pytest.raises(IllegalAction, match=r"'take potato': no potato card is left in the supply \(RAP 5\)"):
        rapa_nui.parse(state, "take potato")
    state = play(state, "take grain")
    assert rapa_nui.to_move(state) == 1
    state = play(state, "take fish")
    assert sacrifices(state) == [(0, 0, 0, 1), (1, 0, 0, 0)]
    assert state.supply == (2, 0, 0, 1)
    assert state.active == 1


def test_rap_5_4_bonus_card_is_replaced_too_and_both_are_taken_at_once() -> None:
    state = scored("f", [table(fish=2), table(fish=1)], supply=(0, 2, 2, 0))
    assert (rapa_nui.to_move(state), state.due) == (0, 2)
    state = play(state, "take mulberry")
    assert (rapa_nui.to_move(state), state.due) == (0, 1)
    state = play(state, "take mulberry")
    assert (rapa_nui.to_move(state), state.due) == (1, 1)
    assert texts(state) == ["take potato"]
    state = play(state, "take potato")
    assert sacrifices(state) == [(0, 2, 0, 0), (0, 0, 1, 0)]
    assert (state.active, state.due) == (1, 0)


def test_rap_5_4_last_card_of_the_stack_comes_before_the_choice() -> None:
    state = scored("f", [table(fish=1), table(fish=2)], active=1, supply=(1, 5, 0, 0))
    assert (rapa_nui.to_move(state), state.due) == (1, 1)
    assert state.seats[1].sacrifices == (1, 0, 0, 0)
    assert state.supply == (0, 5, 0, 0)


def test_rap_5_4_seat_without_a_hunter_of_the_type_is_not_asked() -> None:
    state = scored("f", [table(), table(fish=1), table()], supply=(0, 5, 0, 0))
    assert rapa_nui.to_move(state) == 1
    assert play(state, "take mulberry").decision is Decision.TURN


def test_rap_5_4_all_stacks_empty_bring_nothing() -> None:
    state = scored("f", [table(fish=1), table(fish=2)], supply=(0, 0, 0, 0))
    assert sacrifices(state) == [(0, 0, 0, 0), (0, 0, 0, 0)]
    assert state.decision is Decision.TURN


def test_rap_5_4_stacks_that_run_empty_end_the_taking() -> None:
    state = scored("f", [table(fish=2), table(fish=1)], supply=(0, 0, 0, 1))
    assert texts(state) == ["take grain"]
    state = play(state, "take grain")
    assert sacrifices(state) == [(0, 0, 0, 1), (0, 0, 0, 0)]
    assert (state.decision, state.active, state.due) == (Decision.TURN, 1, 0)


def test_rap_5_wood_and_glory_are_unlimited() -> None:
    state = scored("L", [table(lumberjack=13), table()])
    assert incomes(state.seats, "L") == (14, 0)
    assert state.seats[0].wood == 14
