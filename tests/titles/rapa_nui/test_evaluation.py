"""Standing orders, and the evaluation that a search uses."""

from __future__ import annotations

import pytest

from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Good, Income

from .positions import drawing, play, position, table


def asked() -> rapa_nui.State:
    """Seat 1 chooses what its Moai brings."""
    return play(drawing(seats={1: {"table": table(moai=1)}}, columns=("MP", "P", "P", "P")), "draw 1")


def test_standing_order_for_the_income_of_moai() -> None:
    view = rapa_nui.view(asked(), 1)
    assert rapa_nui.automatic(view, {"moai_income": "wood"}) == Income(Good.WOOD)
    assert rapa_nui.automatic(view, {"moai_income": "glory"}) == Income(Good.GLORY)


def test_without_an_order_the_seat_is_asked() -> None:
    view = rapa_nui.view(asked(), 1)
    assert rapa_nui.automatic(view, {}) is None
    assert rapa_nui.automatic(view, {"moai_income": "ask"}) is None


def test_order_answers_for_its_own_seat_and_its_own_decision_only() -> None:
    assert rapa_nui.automatic(rapa_nui.view(asked(), 0), {"moai_income": "wood"}) is None
    assert rapa_nui.automatic(rapa_nui.view(position(), 0), {"moai_income": "wood"}) is None


def offering(*sacrifices: int) -> rapa_nui.State:
    """Seat 0 has built a Moai, and seat 1 offers one of its sacrifice cards."""
    seats = {0: {"wood": 9, "hand": "MLP", "sacrifices": (1, 0, 0, 0)}, 1: {"sacrifices": sacrifices}}
    return play(position(seats=seats), "play moai")


def taking(*supply: int) -> rapa_nui.State:
    """Fish are scored, there is no fish card left, and seat 1 takes another one."""
    seats = {1: {"table": table(fish=1), "sacrifices": (0, 1, 2, 0)}}
    return play(drawing(seats=seats, columns=("fP", "P", "P", "P"), supply=supply), "draw 1")


@pytest.mark.parametrize(
    ("state", "name", "value", "text"),
    [
        (offering(1, 2, 2, 0), "offer", "fish", "offer fish"),
        (offering(1, 2, 2, 0), "offer", "grain", None),
        (offering(1, 2, 3, 0), "offer", "most", "offer potato"),
        (offering(1, 2, 2, 0), "offer", "most", "offer mulberry"),
        (offering(1, 2, 2, 0), "take", "fish", None),
        (taking(0, 5, 5, 5), "take", "grain", "take grain"),
        (taking(0, 5, 5, 5), "take", "fish", None),
        (taking(0, 5, 5, 5), "take", "most", "take potato"),
        (taking(0, 5, 0, 5), "take", "most", "take mulberry"),
        (taking(0, 5, 5, 5), "offer", "grain", None),
    ],
)
def test_standing_orders_for_sacrifice_cards(state: rapa_nui.State, name: str, value: str, text: str | None) -> None:
    assert rapa_nui.to_move(state) == 1
    answer = rapa_nui.automatic(rapa_nui.view(state, 1), {name: value})
    assert (None if answer is None else str(answer)) == text


def test_the_builders_own_sacrifice_is_always_asked() -> None:
    state = play(offering(1, 1, 0, 0), "offer fish")
    assert rapa_nui.to_move(state) == 0
    assert rapa_nui.automatic(rapa_nui.view(state, 0), {"offer": "most", "take": "most"}) is None


def test_standing_orders_begin_with_asking() -> None:
    types = ("ask", "most", "fish", "mulberry", "potato", "grain")
    assert [(order.name, order.values) for order in rapa_nui.STANDING_ORDERS] == [
        ("moai_income", ("ask", "wood", "glory")),
        ("offer", types),
        ("take", types),
    ]


def test_guess_rises_with_glory_moai_wood_and_cards() -> None:
    base = rapa_nui.evaluate(position())[0]
    for better in ({"glory": 1}, {"wood": 9}, {"table": table(lumberjack=1, moai=1)}, {"sacrifices": (1, 2, 1, 1)}):
        assert rapa_nui.evaluate(position(seats={0: better}))[0] > base


def test_guess_parts_equal_points_by_rank() -> None:
    final = play(drawing(columns=("P", "L", "L", "L"), deck="", seats={0: {"wood": 1}, 1: {"wood": 2}}), "draw 1")
    low, high = rapa_nui.evaluate(final)
    assert 0 < high - low < 1
