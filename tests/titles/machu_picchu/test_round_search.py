"""The rest of a round as the search plays it: compared with the rules, in every world that can be imagined."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from statistics import fmean
from typing import Any

import pytest

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules.data import CARDS_FROM_THE_STOCK, NUMBERS
from games.titles.machu_picchu.rules.evaluation import WEIGHTS
from games.titles.machu_picchu.rules.moving import moved_by
from games.titles.machu_picchu.rules.ranking import HANDINGS, likelihood, merges
from games.titles.machu_picchu.rules.round_search import ClosingAhead, Laying, LayingAhead, ahead, suns_to_come
from games.titles.machu_picchu.rules.sky import SUNS
from games.titles.machu_picchu.rules.state import Decision, State

every_table = pytest.mark.parametrize("seats", machu_picchu.SEATS)


def decisions(seats: int, seed: int = 0) -> Iterator[State]:
    """The positions of a random game in which someone decides."""
    rng = Random(seed)
    state = machu_picchu.start(machu_picchu.deal(seats, {}, rng))
    while machu_picchu.to_move(state) is not None:
        yield state
        state = machu_picchu.apply(state, rng.choice(machu_picchu.legal_actions(state)))


def as_laying(state: State) -> Laying:
    """The real position as the search would imagine it."""
    return Laying(
        tuple(card.number if card else 0 for card in state.stairs),
        tuple(seat.hand for seat in state.seats),
        tuple(seat.pair for seat in state.seats),
        state.stock[::-1],
    )


def seen(state: State) -> Any:
    """The view of the seat to move."""
    return machu_picchu.view(state, machu_picchu.to_move(state))


@every_table
def test_cards_are_laid_as_the_rules_say(seats: int) -> None:
    for state in decisions(seats):
        if state.decision is not Decision.LAY:
            continue
        near, laying = ahead(seen(state)), as_laying(state)
        assert isinstance(near, LayingAhead)
        assert near.to_move(laying) == machu_picchu.to_move(state)
        assert near.legal_actions(laying) == machu_picchu.legal_actions(state)
        for action in machu_picchu.legal_actions(state):
            assert near.apply(laying, action) == as_laying(machu_picchu.apply(state, action))


@every_table
def test_a_round_ends_as_the_start_player_orders_it_by_the_rules(seats: int) -> None:
    for state in decisions(seats, 1):
        if state.decision is not Decision.ORDER:
            continue
        near = ahead(seen(state))
        assert isinstance(near, ClosingAhead)
        ends = [near.evaluate(machu_picchu.apply(state, order)) for order in machu_picchu.legal_actions(state)]
        expected = LayingAhead.evaluate(laying_ahead(state), as_laying(state))
        chooser = state.start_player
        margins = [points[chooser] * seats - sum(points) for points in (*ends, expected)]
        assert max(margins) == pytest.approx(margins[-1])
        assert any(expected == pytest.approx(points) for points in ends)


@every_table
def test_the_end_of_the_game_is_worth_what_the_rules_say_with_ties_broken_mac_7(seats: int) -> None:
    seen_at_the_end = 0
    for seed in range(20):
        for state in decisions(seats, seed):
            if state.decision is Decision.LAY:
                continue
            for action in machu_picchu.legal_actions(state):
                after = machu_picchu.apply(state, action)
                if machu_picchu.to_move(after) is None:
                    seen_at_the_end += 1
                    assert ahead(seen(state)).evaluate(after) == pytest.approx(machu_picchu.evaluate(after))
    assert seen_at_the_end >= 20


def laying_ahead(state: State) -> LayingAhead:
    """The search's game of the round before its last card was laid, with all cards known."""
    return LayingAhead(seen(state), WEIGHTS)


@every_table
def test_an_imagined_world_agrees_with_what_is_seen(seats: int) -> None:
    for state in decisions(seats, 2):
        if state.decision is not Decision.LAY:
            continue
        view = seen(state)
        near = ahead(view)
        assert isinstance(near, LayingAhead)
        world = near.determinize(view, Random(3))
        assert near.to_move(world) == machu_picchu.to_move(state)
        assert near.legal_actions(world) == machu_picchu.legal_actions(state)
        laid = [number for number in world.numbers if number]
        everywhere = [*view.discards, *laid, *world.stock, *(number for hand in world.hands for number in hand)]
        assert len(set(everywhere)) == len(everywhere)
        for card, number in zip(view.stairs, world.numbers, strict=True):
            assert (number == 0) is (card is None)
            assert card is None or card.number in (None, number)
        assert sorted(world.pairs) == sorted(seat.pair for seat in state.seats)


@every_table
def test_a_hidden_card_is_not_told_to_others(seats: int) -> None:
    state = next(decisions(seats))
    near, laying = ahead(seen(state)), as_laying(state)
    assert isinstance(near, LayingAhead)
    action = near.legal_actions(laying)[0]
    shown = [near.shown(laying, action, near.apply(laying, action), seat) for seat in range(seats)]
    assert shown == [str(action.number) + action.stair, *[action.stair] * (seats - 1)]


@every_table
def test_others_are_told_a_card_only_where_it_lies_open(seats: int) -> None:
    """Except for the last card: once it is laid, all are turned up, and the round is over for the search."""
    open_ones = hidden = 0
    for state in decisions(seats, 4):
        if state.decision is not Decision.LAY or state.stairs.count(None) == 1 + CARDS_FROM_THE_STOCK[seats]:
            continue
        near, laying = ahead(seen(state)), as_laying(state)
        assert isinstance(near, LayingAhead)
        for action in near.legal_actions(laying):
            after = machu_picchu.apply(state, action)
            for seat in range(seats):
                shown = near.shown(laying, action, near.apply(laying, action), seat)
                is_hidden = "?" in machu_picchu.shown(state, action, after, seat)
                assert (shown == action.stair) is is_hidden
                hidden += is_hidden
                open_ones += not is_hidden and seat != machu_picchu.to_move(state)
    assert open_ones
    assert hidden


def with_next(laying: Laying, number: int) -> Laying:
    """The laying with a card on the first free stair."""
    free = laying.numbers.index(0)
    return laying._replace(numbers=(*laying.numbers[:free], number, *laying.numbers[free + 1 :]))


@every_table
def test_a_card_that_is_not_known_is_weighed_over_all_that_it_may_be(seats: int) -> None:
    apart = []
    for state in (state for seed in range(3) for state in decisions(seats, seed)):
        if state.decision is not Decision.LAY or state.stairs.count(None) != 1 + CARDS_FROM_THE_STOCK[seats]:
            continue
        near, laying = ahead(seen(state)), as_laying(state)
        assert isinstance(near, LayingAhead)
        left = [number for number in NUMBERS if number not in (*seen(state).discards, *laying.numbers)]
        while laying.numbers.count(0) > 1:
            laying = with_next(laying, left.pop())
        ends = [near.evaluate(with_next(laying, last)) for last in left]
        means = [fmean(points) for points in zip(*ends, strict=True)]
        apart += [abs(one - other) for one, other in zip(near.evaluate(laying), means, strict=True)]
    assert len(apart) > 20
    assert max(apart) < 1.5
    assert fmean(apart) < 0.5


@pytest.mark.half_second
@every_table
def test_a_sun_is_expected_as_often_as_it_can_be_imagined(seats: int) -> None:
    rng, chances = Random(5), []
    for state in decisions(seats, 6):
        view = seen(state)
        if view.round == view.rounds:
            continue
        chances.append(suns_to_come(view))
        suns = [machu_picchu.determinize(view, rng).sky[view.round - 1] in SUNS for _ in range(200)]
        assert chances[-1] == pytest.approx(fmean(suns), abs=0.15)
    assert len(set(chances)) > 2


def test_when_all_cards_are_known_they_go_where_the_rules_say() -> None:
    for numbers in permutations((7, 20, 33, 41)):
        known = tuple(sorted(range(4), key=numbers.__getitem__))
        (merge,) = merges(known)
        (handing,) = merge.handings
        assert [priest + 1 for priest in HANDINGS[handing]] == list(moved_by(numbers))


@pytest.mark.parametrize("known", [(), (2,), (3, 0), (1, 2, 0)])
def test_all_ways_together_are_certain(known: tuple[int, ...]) -> None:
    lower = [(1 + number) / 5 for number in range(len(known))]
    assert sum(likelihood(merge, lower) for merge in merges(known)) == pytest.approx(1)


def test_the_lowest_card_moves_the_smallest_priest_for_sure() -> None:
    for merge in merges((2,)):
        if likelihood(merge, [0.0]):
            assert all(HANDINGS[handing][2] == 0 for handing in merge.handings)
