"""Rules: who decides, what is legal, how it ends; for every registered game."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.engine.contract import AnyGame, BadDeal, IllegalAction, teams_of
from tests.contract.conserved import CONSERVED
from tests.contract.played import Played


def test_over_exactly_when_nothing_is_legal(played: Played) -> None:
    game = played.game
    for state in played.states:
        is_over = state is played.final
        assert (game.legal_actions(state) == ()) is is_over
        assert (game.outcome(state) is not None) is is_over
        assert (game.to_move(state) is None) is is_over


def test_a_seat_at_the_table_decides(played: Played) -> None:
    assert {step.seat for step in played.steps} <= set(range(played.seats))


def test_legal_actions_come_in_one_order_without_duplicates(played: Played) -> None:
    for step in played.steps:
        legal = played.game.legal_actions(step.state)
        assert legal == played.game.legal_actions(step.state)
        assert len(set(legal)) == len(legal)


def test_game_ends_within_its_bound(played: Played) -> None:
    assert len(played.steps) <= played.game.LONGEST


def test_position_is_not_changed_by_playing(played: Played) -> None:
    game = played.game
    state = game.start(played.deal)
    assert state == played.steps[0].state
    for step in played.steps:
        assert step.state == state
        state = game.apply(state, step.action)
    assert state == played.final


def test_nothing_gets_lost(played: Played) -> None:
    law = CONSERVED[played.game.KEY]
    first = law(played.steps[0].state)
    for state in played.states:
        assert law(state) == first


def test_every_seat_is_ranked_once(played: Played) -> None:
    outcome = played.game.outcome(played.final)
    assert outcome is not None
    assert outcome.reason in played.game.REASONS
    assert len(outcome.points) == len(outcome.ranks) == len(outcome.breakdown) == played.seats
    for rank in outcome.ranks:
        assert rank == 1 + sum(other < rank for other in outcome.ranks)


def test_a_team_wins_and_loses_together(played: Played) -> None:
    outcome = played.game.outcome(played.final)
    assert outcome is not None
    sides = teams_of(played.game, played.seats)
    assert sorted(seat for side in sides for seat in side) == list(range(played.seats))
    for side in sides:
        assert len({(outcome.ranks[seat], outcome.points[seat]) for seat in side}) == 1


def test_more_points_are_never_ranked_worse(played: Played) -> None:
    outcome = played.game.outcome(played.final)
    assert outcome is not None
    by_rank = [points for _, points in sorted(zip(outcome.ranks, outcome.points, strict=True), key=lambda it: it[0])]
    assert by_rank == sorted(outcome.points, reverse=True)


def test_points_are_the_sum_of_their_parts(played: Played) -> None:
    outcome = played.game.outcome(played.final)
    assert outcome is not None
    assert outcome.points == tuple(sum(part.points for part in parts) for parts in outcome.breakdown)
    for parts in outcome.breakdown:
        assert len({part.name for part in parts}) == len(parts)


def test_action_of_another_position_is_refused(played: Played) -> None:
    """Tries every played action in some other position, where it must be legal or be refused."""
    game, rng = played.game, Random(1)
    for step in played.steps:
        state = rng.choice(played.states)
        if step.action in game.legal_actions(state):
            game.apply(state, step.action)
            continue
        refusal = "^" + re.escape(f"'{step.action}': ") + "..."
        with pytest.raises(IllegalAction, match=refusal):
            game.apply(state, step.action)
        with pytest.raises(IllegalAction, match=refusal):
            game.parse(state, str(step.action))


def test_action_that_is_none_is_refused(played: Played) -> None:
    for thing in (None, "", 0, object(), str(played.steps[0].action)):
        with pytest.raises(IllegalAction):
            played.game.apply(played.steps[0].state, thing)


def test_same_chance_deals_the_same(game: AnyGame) -> None:
    for seats in game.SEATS:
        deals = [game.deal(seats, {}, Random(seed)) for seed in (1, 1, 2)]
        assert deals[0] == deals[1] != deals[2]


def test_seat_count_that_the_game_has_not_is_refused(game: AnyGame) -> None:
    text = game.deal_text(game.deal(game.SEATS[0], {}, Random(1)))
    for seats in (-1, 0, 1, game.SEATS[-1] + 1):
        with pytest.raises(BadDeal, match=f"allowed: {game.SEATS[0]}"):
            game.deal(seats, {}, Random(1))
        with pytest.raises(BadDeal, match=f"allowed: {game.SEATS[0]}"):
            game.parse_deal(seats, {}, text)


def test_option_that_the_game_has_not_is_refused(game: AnyGame) -> None:
    text = game.deal_text(game.deal(game.SEATS[0], {}, Random(1)))
    with pytest.raises(BadDeal, match="unknown option 'dice'"):
        game.deal(game.SEATS[0], {"dice": "two"}, Random(1))
    with pytest.raises(BadDeal, match="unknown option 'dice'"):
        game.parse_deal(game.SEATS[0], {"dice": "two"}, text)


def test_seats_and_names_are_in_order(game: AnyGame) -> None:
    assert list(game.SEATS) == sorted(set(game.SEATS))
    assert len(set(game.REASONS)) == len(game.REASONS) > 0
    for option in (*game.OPTIONS, *game.STANDING_ORDERS):
        assert len(set(option.values)) == len(option.values) > 1
    assert all(order.values[0] == "ask" for order in game.STANDING_ORDERS)
