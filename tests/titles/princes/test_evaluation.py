"""Standing orders, and the evaluation that a search uses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.ai.scripted_bots import greedy, uniform
from games.ai.scripted_bots import play as play_game
from games.titles.princes import rules as princes
from games.titles.princes.rules.expectation import expected
from games.titles.princes.rules.state import Decision, Step
from games.titles.princes.rules.usual_answers import until_next_turn

from .positions import cards, goods, incas, play, position, priests, texts, visiting

PRODUCTION = visiting("CO", owners={1: {"incas": incas(CO=3), "goods": goods(corn=2)}})
SACRIFICE = visiting("TP", owners={1: {"priests": priests(puma=2), "goods": goods(llama=5)}}, rows=(6, 3, 4))
OFFER = visiting("MT", owners={1: {"goods": goods(llama=1, coca=1)}})
MOON = play(
    position(
        owners={1: {"tiles": ("cloth", "coca"), "goods": goods(corn=1)}}, sun=1, tiles=("2", "3", "corn", "llama")
    ),
    "go LP",
)
LAST_DAY = play(position(owners={1: {"tiles": ("coca",), "goods": goods(corn=1)}}, day=9, active=1), "moon cloth")


@pytest.mark.parametrize(
    ("state", "order", "text"),
    [
        (PRODUCTION, "production", "produce 2"),
        (SACRIFICE, "sacrifices", "sacrifice 2"),
        (MOON, "moon_goods", "collect coca"),
        (LAST_DAY, "moon_goods", "collect cloth"),
    ],
)
def test_standing_order_does_all_it_can(state: princes.State, order: str, text: str) -> None:
    assert princes.to_move(state) == 1
    assert str(princes.automatic(princes.view(state, 1), {order: "all"})) == text
    assert texts(state)[-1 if "moon" not in order else 0] == text


@pytest.mark.parametrize(
    ("state", "order", "value", "text"),
    [
        (PRODUCTION, "production", "never", "produce 0"),
        (PRODUCTION, "production", "1", "produce 1"),
        (PRODUCTION, "production", "3", "produce 2"),
        (SACRIFICE, "sacrifices", "never", "sacrifice 0"),
        (SACRIFICE, "sacrifices", "1", "sacrifice 1"),
        (OFFER, "offers", "never", "offer none"),
        (MOON, "moon_goods", "never", "decline coca"),
        (LAST_DAY, "moon_goods", "never", "decline cloth"),
    ],
)
def test_standing_order_does_as_little_as_it_says(state: princes.State, order: str, value: str, text: str) -> None:
    assert str(princes.automatic(princes.view(state, 1), {order: value})) == text


def test_who_has_gone_to_a_temple_is_asked_there_in_spite_of_never() -> None:
    own = visiting("TP", owners={0: {"priests": priests(puma=1), "goods": goods(llama=2)}}, rows=(6, 3, 4))
    assert princes.to_move(own) == 0
    assert princes.automatic(princes.view(own, 0), {"sacrifices": "never"}) is None
    assert str(princes.automatic(princes.view(own, 0), {"sacrifices": "all"})) == "sacrifice 1"
    own = visiting("MT", owners={0: {"goods": goods(llama=1)}})
    assert princes.to_move(own) == 0
    assert princes.automatic(princes.view(own, 0), {"offers": "never"}) is None


@pytest.mark.parametrize("state", [PRODUCTION, SACRIFICE, MOON, LAST_DAY])
def test_without_its_order_a_seat_is_asked(state: princes.State) -> None:
    view = princes.view(state, 1)
    orders = dict.fromkeys(("production", "sacrifices", "moon_goods"), "all")
    own = {Decision.PRODUCE: "production", Decision.SACRIFICE: "sacrifices", Decision.COLLECT: "moon_goods"}
    assert view.decision is not None
    assert princes.automatic(view, {}) is None
    assert princes.automatic(view, orders | {own[view.decision]: "ask"}) is None
    assert princes.automatic(view, orders) is not None


def test_order_answers_for_its_own_seat_only() -> None:
    assert princes.automatic(princes.view(PRODUCTION, 0), {"production": "all"}) is None
    assert princes.automatic(princes.view(PRODUCTION, None), {"production": "all"}) is None


def test_no_order_says_what_to_offer_in_the_main_temple() -> None:
    orders = dict.fromkeys(("production", "sacrifices", "moon_goods"), "all")
    assert princes.automatic(princes.view(OFFER, 1), orders) is None


def test_standing_orders_begin_with_asking() -> None:
    assert [(order.name, order.values) for order in princes.STANDING_ORDERS] == [
        ("production", ("ask", "never", "1", "2", "3", "all")),
        ("sacrifices", ("ask", "never", "1", "2", "all")),
        ("offers", ("ask", "never")),
        ("moon_goods", ("ask", "never", "all")),
    ]


@pytest.mark.parametrize(
    "better",
    [
        {"goods": goods(corn=6)},
        {"goods": goods(llama=2)},
        {"scout": 15},
        {"incas": incas(CT=2)},
        {"incas": incas(WQ=2)},
        {"priests": priests(virgin=1)},
        {"cards": cards("cl lp")},
        {"sundial": 1},
    ],
)
def test_guess_rises_with_everything_worth_having(better: dict[str, object]) -> None:
    base = position(owners={0: {"cards": cards("cl")}}, rows=(5, 5, 4))
    state = position(owners={0: {"cards": cards("cl")} | better}, rows=(5, 5, 4))
    assert princes.evaluate(state)[0] > princes.evaluate(base)[0]


def test_guess_answers_the_questions_of_the_turn_first() -> None:
    """The value of a visit to the palace already shows when the question is asked."""
    state = visiting("RP", owners={0: {"goods": goods(coca=1, pottery=1), "cards": cards("lt pt tv")}})
    assert state.decision is Decision.HIRE
    assert princes.evaluate(state) == max(
        expected(play(state, "hire none")), expected(play(state, "hire WQ")), key=lambda guess: guess[0]
    )


def test_every_question_has_a_usual_answer() -> None:
    rng = Random(4)
    for seats in princes.SEATS:
        for step in play_game(princes, princes.deal(seats, {}, rng), [uniform] * seats, rng):
            after = until_next_turn(step.state)
            assert after.decision in (Decision.SETTLE, Decision.TURN, None)


def test_usual_answer_keeps_the_best_cards() -> None:
    owners = {0: {"scout": 18, "cards": cards("cl"), "incas": incas(WQ=4)}}
    state = until_next_turn(visiting("TS", owners=owners, deck=cards("co lt ot vu")))
    assert state.seats[0].cards == cards("lt ot")


def test_guess_parts_equal_points_by_rank() -> None:
    owners = {index: {"cards": (), "scout": 0, "goods": goods(cloth=index)} for index in range(2)}
    low, high = princes.evaluate(position(2, owners, step=Step.OVER, rows=(0, 0, 0)))
    assert 0 < high - low < 1


def test_most_gold_is_worth_more_the_nearer_the_conquest() -> None:
    owners = {0: {"cards": cards("vu"), "incas": incas(CT=1)}, 1: {"cards": cards("cl"), "priests": priests(virgin=1)}}
    state = position(2, owners, rows=(5, 5, 4))

    def lead(day: int) -> float:
        own, other = expected(replace(state, day=day, tiles=("2", "3", "corn", "llama", "coca")))
        return own / other

    assert lead(9) > lead(1)


@pytest.mark.half_second
def test_who_looks_one_action_ahead_beats_chance() -> None:
    for number in range(4):
        rng = Random(number)
        players = [greedy, uniform] if number % 2 else [uniform, greedy]
        *_, last = play_game(princes, princes.deal(2, {}, rng), players, rng)
        outcome = princes.outcome(last.after)
        assert outcome is not None
        assert outcome.ranks[1 - number % 2] == 1
