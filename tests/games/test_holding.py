"""Two seats, and one player's time has run out: the stand-in waits until the other has taken the win or plays on."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.refusals import Refused
from deliveries.selectors.relevance import notices_by_id, obsolete_reason
from deliveries.words import text_now
from games.models import Action, Match
from games.models.match import TIMED_OUT
from games.paces import PACES
from games.selectors.records import lists
from games.services.computer.thinking import ask_again, think
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.repairs import match_ask, match_quarantine_by_hand, match_rebuild
from games.services.play.resignation import resign
from games.services.play.timeouts import time_out_all, win_decline, win_take
from games.services.play.turns import undo
from games.services.refusals import NotYourTurn
from games.services.upkeep import heartbeat
from membership.vacations import vacation_begin
from notices.kinds import Kind
from notices.models import Delivery
from tests.games.monday import MONDAY
from tests.games.playing import legal, play_once

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def held(clock: time_machine.Traveller, alice: User, bob: User, computers: object) -> Match:
    """A match of two at one day a turn, whose start player has just run out of time."""
    match = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d")), user=bob
    )
    assert match.deadline is not None
    clock.move_to(match.deadline)
    time_out_all()
    return fresh(match)


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def chooser(match: Match) -> User:
    """The player who may take the win."""
    user = match.seats.get(number=match.claimable_by).user
    assert user is not None
    return user


def test_the_stand_in_waits_for_the_time_of_a_turn(held: Match, clock: time_machine.Traveller) -> None:
    assert held.waits_for_claim
    assert (held.asked_at, held.waits_for) == (None, held.claimable_by)
    assert held.deadline == datetime.now(UTC) + PACES["1d"].turn
    ply = held.ply
    clock.shift(DAY - HOUR)
    assert [ask_again(), think(code=held.code, ply=ply), time_out_all()] == [0, False, 0]
    with pytest.raises(NotYourTurn):
        play_once(held, legal(held)[0])
    assert fresh(held).ply == ply


def test_no_player_waits_for_ever(held: Match, clock: time_machine.Traveller) -> None:
    clock.shift(DAY)
    assert [time_out_all(), time_out_all()] == [1, 0], "twice does the same as once"
    match = fresh(held)
    assert (match.deadline, match.asked_at, match.claimable_by) == (None, datetime.now(UTC), held.claimable_by)
    assert match.to_move_since == datetime.now(UTC), "the match awaits the computer player only from now on"
    assert think(code=match.code, ply=match.ply)
    match = fresh(held)
    while match.to_move != held.claimable_by:
        think(code=match.code, ply=match.ply)
        match = fresh(match)
    assert match.deadline == datetime.now(UTC) + 2 * DAY, "then the other player's own clock runs as usual"
    assert win_take(match=match, user=chooser(match)).reason == TIMED_OUT


def test_a_player_who_plays_on_lets_the_stand_in_begin(held: Match) -> None:
    user = chooser(held)
    match = win_decline(match=held, user=user)
    assert (match.claimable_by, match.deadline, match.asked_at) == (None, None, datetime.now(UTC))
    assert match.actions.latest("ply").kind == Action.Kind.DECLINE
    for late in (win_decline, win_take):
        with pytest.raises(Refused, match="can’t take the win"):
            late(match=match, user=user)
    assert think(code=match.code, ply=match.ply)


def test_a_player_who_takes_the_win_has_it_before_the_computer_has_played(held: Match) -> None:
    user = chooser(held)
    match = win_take(match=held, user=user)
    assert match.status == Match.Status.FINISHED
    assert not match.actions.filter(kind=Action.Kind.PLAY, source=Action.Source.COMPUTER).exists()
    assert match.seats.get(user=user).rank == 1


def test_a_player_who_resigns_instead_has_still_stayed_longer(held: Match) -> None:
    user = chooser(held)
    match = resign(match=held, user=user)
    assert match.seats.get(user=user).rank == 1


def test_a_vacation_puts_the_choice_off(held: Match) -> None:
    vacation_begin(user=chooser(held), days=3)
    assert fresh(held).deadline == held.deadline + 3 * DAY


def test_a_player_who_is_away_already_has_the_time_of_a_turn_afterwards(
    clock: time_machine.Traveller, alice: User, bob: User, computers: object
) -> None:
    match = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d")), user=bob
    )
    other = match.seats.get(number=1 - match.to_move).user
    vacation_begin(user=other, days=5)
    clock.move_to(match.deadline)
    time_out_all()
    assert fresh(match).deadline == MONDAY + 5 * DAY + DAY


def test_weekends_that_are_off_do_not_count(
    clock: time_machine.Traveller, alice: User, bob: User, computers: object
) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="2d", weekends_off=True))
    match = match_join(match=match, user=bob)
    clock.move_to(match.deadline)
    assert match.deadline == MONDAY + 4 * DAY
    time_out_all()
    assert fresh(match).deadline == MONDAY + 4 * DAY + 2 * DAY + 2 * DAY


def test_down_time_is_given_back_to_the_choice_too(held: Match, clock: time_machine.Traveller) -> None:
    heartbeat.beat()
    clock.shift(5 * HOUR)
    heartbeat.beat()
    assert fresh(held).deadline == held.deadline + 5 * HOUR


def test_repairs_do_not_let_the_computer_begin(held: Match) -> None:
    assert match_rebuild(match=held).waits_for_claim, "a running match continues unchanged"
    with pytest.raises(Refused, match="waits until"):
        match_ask(match=held)
    assert fresh(held).asked_at is None
    match = match_rebuild(match=match_quarantine_by_hand(match=held, trouble="a quarrel"))
    assert match.waits_for_claim
    assert (match.asked_at, match.deadline) == (None, held.deadline)


def test_an_undo_ends_the_waiting(clock: time_machine.Traveller, alice: User, bob: User, computers: object) -> None:
    match = match_join(
        match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="1d")), user=bob
    )
    first = match.to_move
    clock.shift(HOUR)
    while match.to_move == first:
        match = play_once(match, legal(match)[0])
    Match.objects.filter(pk=match.pk).update(deadline=datetime.now(UTC))
    time_out_all()
    match = fresh(match)
    assert (match.waits_for_claim, match.claimable_by) == (True, first)
    match = undo(match=match, user=chooser(match), ply=match.ply)
    assert (match.waits_for_claim, match.to_move, match.waits_for) == (False, first, first)
    while match.to_move == first:
        match = play_once(match, legal(match)[0])
    assert (match.claimable_by, match.deadline, match.asked_at) == (None, None, datetime.now(UTC))


@pytest.mark.django_db(transaction=True)
def test_the_choice_at_the_last_moment_counts_or_the_clock_does(held: Match, clock: time_machine.Traveller) -> None:
    user, together = chooser(held), threading.Barrier(2)
    clock.shift(DAY)

    def at_once(work: Callable[[], object]) -> None:
        together.wait()
        try:
            work()
        finally:
            connections.close_all()

    works = (lambda: win_take(match=held, user=user), time_out_all)
    threads = [threading.Thread(target=at_once, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    match = fresh(held)
    assert (match.status, match.reason, match.asked_at) == (Match.Status.FINISHED, TIMED_OUT, None)
    assert match.actions.count() == match.ply


# --- as people see it -----------------------------------------------------------------------------------------------
def test_the_page_says_who_chooses_and_until_when(held: Match, client: Client, charlie: User) -> None:
    user = chooser(held)
    client.force_login(user)
    html = client.get(held.get_absolute_url()).content.decode()
    assert 'data-mood="ask"' in html
    assert "Take the win, or play on?" in html
    assert "The computer waits until your time to choose is up" in html
    assert "The other player can take the win, or play on against a computer player." in html
    assert f'data-deadline="{held.deadline:%Y-%m-%dT%H:%M:%S+00:00}"' in html
    client.force_login(charlie)
    html = client.get(held.get_absolute_url()).content.decode()
    assert f"{user.username} can take the win, or play on" in html
    assert 'id="offer-win"' not in html
    client.force_login(user)
    html = client.post(reverse("match_win_decline", args=[held.code]), follow=True).content.decode()
    assert "You want to keep playing" in html
    assert 'id="offer-win"' not in html


def test_the_choice_is_a_turn_that_waits_in_every_list(held: Match, client: Client) -> None:
    user = chooser(held)
    assert [lists.turns_waiting(user), lists.next_turn(user)] == [1, held]
    assert lists.waiting_for_others(user) == []
    client.force_login(user)
    for page in ("my_matches", "home"):
        assert "Take the win, or play on?" in client.get(reverse(page)).content.decode()
    match = win_decline(match=held, user=user)
    assert lists.turns_waiting(user) == 0
    assert lists.waiting_for_others(user) == [match.pk]


def test_when_the_match_ends_the_log_does_not_promise_a_computer_player(held: Match, client: Client) -> None:
    match = win_take(match=held, user=chooser(held))
    html = client.get(match.get_absolute_url()).content.decode()
    assert "A computer player takes over." not in html
    other = match_create(host=chooser_of(match), game="rapa_nui", others=[None], terms=TableTerms(pace="1d"))
    other = match_join(match=other, user=match.seats.exclude(user=chooser_of(match)).get().user)
    html = client.get(resign(match=other, user=chooser_of(match)).get_absolute_url()).content.decode()
    assert "This ends the game." in html
    assert "A computer player takes over." not in html


def chooser_of(match: Match) -> User:
    """The player who has won."""
    user = match.seats.get(rank=1).user
    assert user is not None
    return user


def test_the_player_who_may_choose_is_told(held: Match) -> None:
    [notice] = held.notices.filter(kind=Kind.TAKEN_OVER)
    assert (notice.user, notice.facts) == (chooser(held), {"may_win": True})
    words = text_now(notices_by_id([notice.pk])[notice.pk])
    assert words.title == f"{notice.about} ran out of time in Rapa Nui"
    assert words.text == (
        "Take the win, or play on against a computer player: the choice is yours. Time left: 1 day, until "
        "19 Nov, 08:00 UTC."
    )
    match = win_decline(match=held, user=notice.user)
    assert text_now(notices_by_id([notice.pk])[notice.pk]).title.startswith("A computer player has taken over a seat")
    resign(match=match, user=notice.user)
    assert obsolete_reason(notices_by_id([notice.pk])[notice.pk]) == Delivery.State.PAST
