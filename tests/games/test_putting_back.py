"""Stored times from when the machine's date was ahead: none of them is believed."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from kombu.transport.redis import Channel

from accounts.models import Letter, NameChange, User
from common.limits import is_within_limit
from common.queues import lengths
from common.valkey import valkey
from games.models import Block, Heartbeat, Hint, Match
from games.services.computer.leases import held, lease
from games.services.live.events import events_number
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.people import chat
from games.services.people.relations import block_create
from games.services.upkeep.heartbeat import beat, is_up
from machupicchu.celery import app
from membership import vacations
from membership.bans import ban_create
from notices.models import Delivery, Notice

pytestmark = pytest.mark.django_db

AHEAD = timedelta(days=400)
MOMENT = timedelta(minutes=1)


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", password="seven stone condors")


@pytest.fixture
def tomorrow(alice: User, time_machine: Any) -> Any:
    """The date is ahead, and the site has recorded a heartbeat. Call the result to correct the date."""
    now = timezone.now()
    time_machine.move_to(now + AHEAD)
    beat()
    return lambda: time_machine.move_to(now) or beat()


def test_the_heartbeat_is_of_today_again_and_no_player_gets_time_for_it(tomorrow: Any, alice: User) -> None:
    match = match_join(
        match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="1d")), user=_bob()
    )
    before = match.deadline
    assert before is not None
    tomorrow()
    now = timezone.now()
    assert abs(Heartbeat.objects.get().last_beat_at - now) < MOMENT
    assert is_up(now)
    match.refresh_from_db()
    assert match.deadline is not None
    assert before - AHEAD - MOMENT < match.deadline < before - AHEAD + MOMENT


def test_what_computer_players_were_asked_for_is_asked_for_now(tomorrow: Any, alice: User) -> None:
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=_bob())
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(asked_at=now, to_move_since=now)
    Hint.objects.create(match=match, ply=match.ply, user=alice, asked_at=now)
    tomorrow()
    match.refresh_from_db()
    assert match.asked_at is not None
    assert match.asked_at <= timezone.now()
    assert Hint.objects.get().asked_at <= timezone.now()


def test_leases_and_limits_do_not_outlive_it_and_the_queues_stay(tomorrow: Any, settings: Any) -> None:
    valkey().set(cache.make_key("thinking:abc:1"), "somebody", ex=10**8)
    settings.LIMITS = {"knock": "1/m/ip"}
    knock = RequestFactory().post("/")
    assert is_within_limit(knock, "knock")
    app.send_task("games.think", ["nothing", 0], queue="analysis")
    try:
        tomorrow()
        assert held([("abc", 1)]) == set()
        with lease("abc", 1) as is_ours:
            assert is_ours
        assert is_within_limit(knock, "knock")
        assert lengths(["analysis"]) == {"analysis": 1}
    finally:
        with app.connection_for_write() as connection:
            connection.default_channel.queue_purge("analysis")


def test_messages_of_a_worker_that_has_died_come_back_in_time(tomorrow: Any) -> None:
    index = Channel.unacked_index_key
    valkey().zadd(index, {"taken": valkey().time()[0] + 24 * 60 * 60})
    try:
        tomorrow()
        assert valkey().zscore(index, "taken") <= valkey().time()[0]
    finally:
        valkey().zrem(index, "taken")


def test_notices_are_due_as_long_after_they_were_written_as_before(tomorrow: Any, alice: User) -> None:
    now = timezone.now()
    notice = Notice.objects.create(user=alice, kind="test", made_at=now, due=now + timedelta(hours=5))
    Delivery.objects.create(notice=notice, user=alice, channel="mail", due=now)
    tomorrow()
    assert abs(Notice.objects.get().due - timezone.now() - timedelta(hours=5)) < MOMENT
    assert Delivery.objects.get().due <= timezone.now()


def test_letters_that_wait_are_sent_today(tomorrow: Any, alice: User) -> None:
    Letter.objects.create(user=alice, address="alice@example.org", template="account/email/password_reset_key")
    tomorrow()
    assert Letter.objects.get().due <= timezone.now()


def test_programs_hear_what_happens_from_now_on(tomorrow: Any, alice: User) -> None:
    before = events_number(user_id=alice.pk)
    tomorrow()
    Notice.objects.create(user=alice, kind="friend", about=_bob())
    assert events_number(user_id=alice.pk) == before + 1


def test_a_block_is_not_younger_than_what_happens_from_now_on(tomorrow: Any, alice: User) -> None:
    block_create(user=alice, name=_bob().username)
    tomorrow()
    assert Block.objects.get().made_at <= timezone.now()


def test_vacations_bans_and_silences_keep_their_length(tomorrow: Any, alice: User) -> None:
    bob, moderator = _bob(), User.objects.create_superuser("Keeper")
    vacations.vacation_begin(user=alice, days=3)
    ban = ban_create(user=bob, moderator=moderator, until=timezone.now() + timedelta(days=7), why="Noise.")
    silence = chat.silence_create(user=alice, moderator=moderator, days=7, why="Noise.")
    tomorrow()
    now = timezone.now()
    for row in (alice, bob, ban, silence):
        row.refresh_from_db()
    assert abs(alice.away_until - now - timedelta(days=3)) < MOMENT
    for until in (ban.until, bob.banned_until, silence.until):
        assert abs(until - now - timedelta(days=7)) < MOMENT


def test_a_change_of_name_counts_from_today(tomorrow: Any, alice: User) -> None:
    NameChange.objects.create(user=alice, old="Alice", new="Alicia")
    tomorrow()
    assert NameChange.objects.get().at <= timezone.now()


def test_a_session_lasts_no_longer_and_was_not_confirmed_just_now(tomorrow: Any, alice: User) -> None:
    browser = Client()
    browser.post(reverse("account_login"), {"login": "Alice", "password": "seven stone condors"})
    tomorrow()
    [session] = Session.objects.all()
    assert session.expire_date <= timezone.now() + timedelta(days=365)
    request = HttpRequest()
    request.user, request.session = alice, SessionStore(session.session_key)
    assert not did_recently_reauthenticate(request)
    assert browser.get(reverse("my_matches")).status_code == 200, "still logged in"


def _bob() -> User:
    return User.objects.create_user("Bob")
