"""Notices are written together with what they are about, once each, and for people only."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create
from games.services.play.resignation import resign
from games.services.play.turns import undo
from machupicchu.celery import app
from notices import jobs, outbox
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice
from notices.outbox import notify, notify_seat
from tests.games.playing import decider, legal, play_once, play_randomly

pytestmark = pytest.mark.django_db


def notices_of(match: Match) -> list[tuple[str, int, str]]:
    """All notices except reminders, which tests/games/test_clocks.py is about."""
    notices = match.notices.exclude(kind__in=REMINDERS).order_by("id")
    return [(notice.kind, notice.ply, notice.user.username) for notice in notices]


def other(match: Match) -> User:
    user = match.seats.exclude(number=match.to_move).get().user
    assert user is not None
    return user


def test_the_start_calls_the_first_seat_and_tells_the_others(two_play: Match) -> None:
    assert sorted(notices_of(two_play)) == [
        (Kind.STARTED, 0, other(two_play).username),
        (Kind.TURN, 0, decider(two_play).username),
    ]


def test_a_call_is_written_when_the_decision_passes_and_only_then(two_play: Match) -> None:
    match, expected = two_play, 1
    rng = Random(3)
    for _action in range(30):
        before = match.to_move
        match = play_once(match, rng.choice(legal(match)))
        expected += match.to_move is not None and match.to_move != before
        assert match.notices.filter(kind__in=CALLS).count() == expected
    newest = match.notices.filter(kind__in=CALLS).latest("ply")
    assert (newest.seat, newest.user) == (match.to_move, decider(match))


def test_the_end_is_told_to_all_players(two_play: Match, alice: User, bob: User) -> None:
    match = play_randomly(two_play, Random(7))
    ends = match.notices.filter(kind=Kind.FINISHED)
    assert sorted(notice.user_id for notice in ends) == sorted([alice.pk, bob.pk])
    assert {notice.ply for notice in ends} == {match.ply}


def test_computer_players_are_told_nothing(alice: User, owl: User) -> None:
    match = play_randomly(match_create(host=alice, game="rapa_nui", others=[owl]), Random(7), until=20)
    assert {notice.user for notice in match.notices.all()} == {alice}


def test_those_who_stay_hear_who_has_left(alice: User, bob: User, charlie: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[bob, charlie])
    resign(match=match, user=bob)
    left = match.notices.filter(kind=Kind.TAKEN_OVER)
    assert {notice.user for notice in left} == {alice, charlie}
    assert {notice.about for notice in left} == {bob}


def test_what_is_written_while_the_workers_look_is_looked_for_again(
    alice: User, django_capture_on_commit_callbacks: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would wait for the sweep. However many follow, workers are asked twice: now, and after the pause."""
    monkeypatch.setattr(outbox, "PAUSE", 60)
    with app.connection_for_write() as connection:
        queue = connection.default_channel
        queue.queue_purge("default")
        for _time in range(4):
            with django_capture_on_commit_callbacks(execute=True):
                notify(kind=Kind.TEST, users=[alice])
        asked = list(iter(lambda: queue.basic_get("default", no_ack=True), None))
    assert [message.headers["task"] for message in asked] == [jobs.DELIVER, jobs.DELIVER]
    now, later = (message.headers["eta"] for message in asked)
    assert now is None
    assert datetime.fromisoformat(later) > timezone.now()


def test_a_member_who_has_asked_for_later_does_not_even_ask_valkey(
    alice: User, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    def notified() -> int:
        """The number of the outbox's keys in Valkey after a notice, starting with none."""
        cache.delete_many([outbox.ASKED, outbox.ASKED_FOR_LATER])
        with django_capture_on_commit_callbacks(execute=True):
            notify(kind=Kind.TEST, users=[alice])
        return len(cache.get_many([outbox.ASKED, outbox.ASKED_FOR_LATER]))

    assert notified() == 1
    with django_capture_on_commit_callbacks(execute=True):
        notify(kind=Kind.TEST, users=[alice])  # asks for later
    assert notified() == 0
    outbox._looked_after_until = time.monotonic()  # later has come
    assert notified() == 1


def test_what_is_rolled_back_is_not_told(two_play: Match, bob: User) -> None:
    with transaction.atomic():
        notify(kind=Kind.INVITATION, users=[bob], match=two_play)
        transaction.set_rollback(True)
    assert not Notice.objects.filter(kind=Kind.INVITATION).exists()


def test_a_reminder_moves_with_the_deadline_and_stays_one(two_play: Match) -> None:
    seat = two_play.seats.select_related("user").get(number=two_play.to_move)
    now = timezone.now()
    for days in (1, 3):
        notify_seat(kind=Kind.HALF, match=two_play, seat=seat, ply=0, due=now + timedelta(days=days))
    assert [notice.due for notice in Notice.objects.filter(kind=Kind.HALF)] == [now + timedelta(days=3)]


def test_an_undo_calls_the_other_anew_when_the_decision_passes_again(two_play: Match) -> None:
    match = two_play
    while match.to_move == two_play.to_move:
        match = play_once(match, legal(match)[0])
    called = match.notices.filter(kind__in=CALLS, seat=match.to_move).count()
    match = undo(match=match, user=decider(two_play), ply=match.ply)
    match = play_once(match, legal(match)[0])
    assert match.notices.filter(kind__in=CALLS, seat=match.to_move).count() == called + 1
