"""Playing: the only path into the log, and what it refuses."""

import threading
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import IllegalAction, teams_of
from games.engine.record import read
from games.models import Action, Match, UsualOrders
from games.models.match import RESIGNED
from games.selectors.access import Visitor
from games.selectors.position.engines import entries_that_count, snapshot, states_after
from games.selectors.records.match_export import record_text
from games.services.lobby.matches import commitment, match_create, match_join
from games.services.play.agreeing import end_agree
from games.services.play.resignation import resign
from games.services.play.turns import MOST_UNDOS, orders_set, play, undo
from games.services.refusals import NothingToUndo, NotRunning, NotYourSeat, NotYourTurn, StalePly
from tests.games.playing import decider, legal, play_once, play_randomly


def log_of(match: Match) -> list[Action]:
    return list(match.actions.order_by("ply"))


def other(match: Match) -> int:
    assert match.to_move is not None
    return 1 - match.to_move


def test_an_action_is_one_entry_of_the_log_and_moves_the_cache(two_play: Match) -> None:
    before = two_play.ply
    match = play_once(two_play, "play lumberjack" if "play lumberjack" in legal(two_play) else legal(two_play)[0])
    stored = Match.objects.get(pk=match.pk)
    assert stored.ply == before + 1 == match.actions.count()
    states = states_after(stored, entries_that_count(log_of(stored)))
    assert snapshot(states[-1]) == stored.state


def test_a_decision_took_as_long_as_its_seat_was_waited_for(two_play: Match) -> None:
    """Even if someone has offered to end the match meanwhile."""
    begun = timezone.now() - timedelta(minutes=10)
    Match.objects.filter(pk=two_play.pk).update(to_move_since=begun)
    match = end_agree(match=two_play, user=two_play.seats.get(number=other(two_play)).user)
    match = play_once(match, legal(match)[0])
    thought = match.actions.get(kind=Action.Kind.PLAY).thought_ms
    assert thought is not None
    assert thought >= 600_000
    assert match.to_move_since is not None
    assert match.to_move_since > begun


@pytest.mark.half_second
def test_a_whole_match_is_recorded_and_replays(two_play: Match) -> None:
    match = play_randomly(two_play, Random(7))
    assert match.status == Match.Status.FINISHED
    assert match.reason == "deck"
    assert sorted(seat.rank for seat in match.seats.all()) in ([1, 2], [1, 1])
    text = record_text(match, Visitor(match.host))
    assert read(text).result == text.split('[Result "')[1].split('"')[0]


def test_a_stale_ply_is_refused_and_nothing_is_written(two_play: Match) -> None:
    stale = two_play.ply
    match = play_once(two_play, legal(two_play)[-1])
    with pytest.raises(StalePly):
        play(match=match, seat=match.to_move, user=decider(match), text=legal(match)[0], ply=stale)
    assert match.actions.count() == match.ply


def test_another_seats_turn_is_refused(two_play: Match) -> None:
    seat = two_play.seats.get(number=other(two_play))
    with pytest.raises(NotYourTurn):
        play(match=two_play, seat=seat.number, user=seat.user, text=legal(two_play)[0], ply=two_play.ply)


def test_a_foreign_seat_is_refused(two_play: Match, charlie: User) -> None:
    with pytest.raises(NotYourSeat):
        play(match=two_play, seat=two_play.to_move, user=charlie, text=legal(two_play)[0], ply=two_play.ply)


@pytest.mark.parametrize("text", ["", "play", "draw 9", "play moai x2", "rm -rf", "?", "a" * 5000, "draw 1\x00"])
def test_a_malformed_action_is_refused_with_its_text(two_play: Match, text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        play(match=two_play, seat=two_play.to_move, user=decider(two_play), text=text, ply=two_play.ply)
    assert len(str(refusal.value)) < 400
    assert two_play.actions.count() == two_play.ply


def test_undo_takes_back_my_last_action_and_keeps_it_in_the_log(two_play: Match) -> None:
    two_play.refresh_from_db()
    before = two_play.state
    match = play_once(two_play, next(text for text in legal(two_play) if text.startswith("play")))
    match = undo(match=match, user=decider(two_play), ply=match.ply)
    assert match.state == before
    assert [entry.kind for entry in log_of(match)] == ["play", "undo"]
    assert log_of(match)[0].undone
    assert match.ply == 2
    assert match.to_move == two_play.to_move


def test_undo_stops_where_another_player_has_decided(two_play: Match) -> None:
    first = two_play.to_move
    match = two_play
    rng = Random(3)
    while match.to_move == first:
        match = play_once(match, rng.choice(legal(match)))
    match = play_once(match, legal(match)[-1])
    user = match.seats.get(number=first).user
    with pytest.raises(NothingToUndo):
        undo(match=match, user=user, ply=match.ply)


def test_undo_stops_behind_cards_that_came_to_light(two_play: Match) -> None:
    """The sixteen cards of the display are open; the first action that empties a column shows four new ones."""
    match = two_play
    while True:
        choices = legal(match)
        match = play_once(match, "draw 1" if "draw 1" in choices else choices[0])
        last = log_of(match)[-1]
        if last.text == "draw 1" and len(match.state["columns"][0]) == 4:
            break
    user = match.seats.get(number=last.seat).user
    with pytest.raises(NothingToUndo):
        undo(match=match, user=user, ply=match.ply)


def test_undo_by_a_member_without_a_seat_is_refused(two_play: Match, charlie: User) -> None:
    with pytest.raises(NotYourSeat):
        undo(match=two_play, user=charlie, ply=two_play.ply)


def test_resigning_with_two_seats_ends_the_match(two_play: Match, alice: User, bob: User, computers: object) -> None:
    match = resign(match=two_play, user=alice)
    assert (match.status, match.reason) == (Match.Status.FINISHED, RESIGNED)
    assert match.seats.get(user=alice).rank == 2
    assert match.seats.get(user=bob).rank == 1
    with pytest.raises(NotRunning):
        resign(match=match, user=bob)


def test_resigning_among_three_hands_the_seat_to_a_computer_player(
    alice: User, bob: User, charlie: User, computers: object
) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    match = match_join(match=match, user=charlie)
    match = resign(match=match, user=bob)
    seat = match.seats.get(user=bob)
    assert match.status == Match.Status.RUNNING
    assert seat.decider is not None
    assert seat.decider.is_computer
    assert (match.asked_at is not None) == (match.to_move == seat.number)
    with pytest.raises(NotYourSeat):
        resign(match=match, user=bob)


def test_the_last_person_who_resigns_ends_the_match(alice: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[owl, owl])
    match = resign(match=match, user=alice)
    assert match.status == Match.Status.FINISHED
    assert sorted(seat.rank for seat in match.seats.all()) == [1, 1, 3]
    assert match.seats.get(user=alice).rank == 3


def test_those_who_left_rank_behind_those_who_stayed(alice: User, bob: User, owl: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None, owl]), user=bob)
    resign(match=match, user=bob)
    match = resign(match=match, user=alice)
    assert {seat.user: seat.rank for seat in match.seats.all()} == {owl: 1, alice: 2, bob: 3}


def test_when_all_have_left_no_players_share_the_first_place(alice: User, bob: User, charlie: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    for user in (bob, charlie):
        match = match_join(match=match, user=user)
    for user in (charlie, alice, bob):
        match = resign(match=match, user=user)
    assert {seat.user: seat.rank for seat in match.seats.all()} == {bob: 1, alice: 2, charlie: 3}


def test_partners_come_together_as_far_as_the_first_of_them_stayed(
    alice: User, bob: User, charlie: User, owl: User
) -> None:
    match = match_create(host=alice, game="maya", others=[None, None, owl])
    for user in (bob, charlie):
        match = match_join(match=match, user=user)
    sides = teams_of(GAMES["maya"], 4)
    people = {seat.number: seat.user for seat in match.seats.all() if seat.user != owl}
    first, *others = people
    for number in (first, *others):
        match = resign(match=match, user=people[number])
    ranks = {seat.number: seat.rank for seat in match.seats.all()}
    losing = next(side for side in sides if first in side)
    assert ranks == {number: 3 if number in losing else 1 for number in range(4)}


def test_undo_stops_behind_another_seats_standing_order(two_play: Match) -> None:
    """Undoing the draw after the order has answered would mean playing with knowledge of the order."""
    match = two_play
    for seat in match.seats.all():
        orders_set(match=match, user=seat.user, orders={"moai_income": "wood"})
    rng = Random(11)
    while match.status == Match.Status.RUNNING:
        mover = match.to_move
        match = play_once(match, rng.choice(legal(match)))
        answered = {entry.seat for entry in log_of(match)[-2:] if entry.source == Action.Source.ORDER}
        if match.status == Match.Status.RUNNING and answered - {mover}:
            with pytest.raises(NothingToUndo):
                undo(match=match, user=match.seats.get(number=mover).user, ply=match.ply)
            return
    raise AssertionError("no standing order has answered in this match")


@pytest.mark.half_second
def test_a_standing_order_answers_the_moai_income(two_play: Match, alice: User, bob: User) -> None:
    for user in (alice, bob):
        orders_set(match=two_play, user=user, orders={"moai_income": "glory"})
    match = play_randomly(two_play, Random(11))
    incomes = [entry for entry in log_of(match) if entry.text in ("glory", "wood")]
    assert incomes
    assert {(entry.text, entry.source) for entry in incomes} == {("glory", Action.Source.ORDER)}


def test_usual_orders_stand_in_every_later_match_of_the_game(two_play: Match, alice: User, bob: User) -> None:
    orders_set(match=two_play, user=alice, orders={"moai_income": "wood"}, always=True)
    later = match_join(match=match_create(host=bob, game="rapa_nui", others=[None]), user=alice)
    other = match_join(match=match_create(host=bob, game="princes", others=[None]), user=alice)
    assert {seat.user: seat.orders for seat in later.seats.all()} == {alice: {"moai_income": "wood"}, bob: {}}
    assert {seat.user: seat.orders for seat in other.seats.all()} == {alice: {}, bob: {}}
    orders_set(match=later, user=alice, orders={"moai_income": "ask"})
    third = match_join(match=match_create(host=bob, game="rapa_nui", others=[None]), user=alice)
    assert third.seats.get(user=alice).orders == {"moai_income": "wood"}, "orders for one match leave the usual ones"
    orders_set(match=third, user=alice, orders={}, always=True)
    assert UsualOrders.objects.get(user=alice).orders == {}


def test_the_commitment_is_the_hash_of_salt_and_deal_from_the_first_move(two_play: Match) -> None:
    assert two_play.commitment == commitment(two_play.salt, two_play.deal)
    match = play_randomly(two_play, Random(1), until=20)
    stored = Match.objects.get(pk=match.pk)
    assert (stored.commitment, stored.deal) == (two_play.commitment, two_play.deal)


@pytest.mark.django_db(transaction=True)
def test_of_two_racing_clients_one_plays_and_the_other_is_told_that_it_is_stale(two_play: Match) -> None:
    user, text, results = decider(two_play), legal(two_play)[-1], []
    barrier = threading.Barrier(2)

    def client() -> None:
        barrier.wait()
        try:
            play(match=two_play, seat=two_play.to_move, user=user, text=text, ply=two_play.ply)
            results.append("played")
        except StalePly:
            results.append("stale")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=client) for _number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["played", "stale"]
    assert two_play.actions.count() == two_play.ply + 1


def test_a_play_asks_a_bounded_number_of_queries(
    two_play: Match, django_assert_max_num_queries: Callable[..., object]
) -> None:
    match = play_randomly(two_play, Random(5), until=60)
    text = legal(match)[0]
    user = match.seats.get(number=match.to_move).decider
    with django_assert_max_num_queries(7):
        play(match=match, seat=match.to_move, user=user, text=text, ply=match.ply)


def test_no_player_takes_back_without_end(two_play: Match) -> None:
    user, match = decider(two_play), two_play
    taken_back = [
        Action(match=match, ply=ply, seat=match.to_move, kind=Action.Kind.UNDO, made_at=match.changed_at)
        for ply in range(match.ply, match.ply + MOST_UNDOS - 1)
    ]
    Action.objects.bulk_create(taken_back)
    match.ply += len(taken_back)
    match.save()
    match = play_once(match, legal(match)[0])
    match = undo(match=match, user=user, ply=match.ply)
    match = play_once(match, legal(match)[0])
    with pytest.raises(NothingToUndo, match="200 choices"):
        undo(match=match, user=user, ply=match.ply)
