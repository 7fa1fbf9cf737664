"""Standing orders, and the guess that a search reads."""

from __future__ import annotations

from games.engine import rapa_nui
from games.engine.rapa_nui.state import Good, Income

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


def test_sacrifices_are_always_asked() -> None:
    assert [order.name for order in rapa_nui.STANDING_ORDERS] == ["moai_income"]
    assert rapa_nui.STANDING_ORDERS[0].values == ("ask", "wood", "glory")


def test_guess_rises_with_glory_moai_wood_and_cards() -> None:
    base = rapa_nui.evaluate(position())[0]
    for better in ({"glory": 1}, {"wood": 9}, {"table": table(lumberjack=1, moai=1)}, {"sacrifices": (1, 2, 1, 1)}):
        assert rapa_nui.evaluate(position(seats={0: better}))[0] > base


def test_guess_parts_equal_points_by_rank() -> None:
    final = play(drawing(columns=("P", "L", "L", "L"), deck="", seats={0: {"wood": 1}, 1: {"wood": 2}}), "draw 1")
    low, high = rapa_nui.evaluate(final)
    assert 0 < high - low < 1
