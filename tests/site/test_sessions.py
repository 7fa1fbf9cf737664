"""Sessions last while they are used; only the request that ends one deletes its cookie."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.known import AGE, COOKIE
from accounts.models import User
from accounts.services import computer_players_ensure
from common.lock_timeout import NEEDED, READING, WRITING, lock_timeout, seconds_of_this_thread
from common.sessions import BACKEND_OF_BEFORE, SessionStore
from games.pages.titles import LESSONS
from games.services.lobby.matches import match_create
from tests.games.lessons import address, right_ones
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


def test_a_late_request_with_an_old_session_does_not_take_the_new_cookie_away() -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "a-session-that-log-in-has-ended-"
    assert settings.SESSION_COOKIE_NAME not in client.get(reverse("home")).cookies


def test_logging_out_takes_the_cookie_away() -> None:
    client = visitor(User.objects.create_user("Alice"))
    answer = client.post(reverse("account_logout"))
    assert answer.cookies[settings.SESSION_COOKIE_NAME].value == ""


def test_there_is_no_session_with_a_key_that_no_database_can_look_for() -> None:
    session = SessionStore("a-session-\0-of-nobody")
    assert session.load() == {}
    assert session.session_key is None


@pytest.mark.parametrize("way", ["an invitation", "a passkey", "a lesson"])
def test_one_address_cannot_fill_the_database_with_sessions(way: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"session": "2/m/ip"}
    match = match_create(host=User.objects.create_user("Alice"), game="maya", others=[None])
    lesson = LESSONS["maya"]

    def comes(client: Client) -> int:
        if way == "an invitation":
            return client.get(reverse("match_invite", args=[match.code, match.invite])).status_code
        if way == "a passkey":
            return client.get(reverse("mfa_login_webauthn"), headers={"X-Requested-With": "XMLHttpRequest"}).status_code
        return client.post(address(lesson, 1), {"action": right_ones(lesson, 1)[0]}).status_code

    known = Client()
    browsers = (known, Client(), Client(), Client(REMOTE_ADDR="192.0.2.9"))
    assert [comes(browser) == 429 for browser in browsers] == [False, False, True, False]
    assert Session.objects.count() == 3
    assert comes(known) != 429


def test_a_session_of_before_still_knows_who_is_logged_in() -> None:
    """Sessions last a year; a new class for looking people up must not log everyone out."""
    client, alice = Client(), User.objects.create_user("Alice")
    client.force_login(alice, backend=BACKEND_OF_BEFORE)
    assert client.session[BACKEND_SESSION_KEY] == settings.AUTHENTICATION_BACKENDS[0]
    assert client.get(reverse("home")).wsgi_request.user == alice


def test_a_closed_or_deleted_account_is_a_stranger_at_once() -> None:
    client, alice = Client(), User.objects.create_user("Alice")
    client.force_login(alice)
    assert client.get(reverse("home")).wsgi_request.user == alice
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert not client.get(reverse("home")).wsgi_request.user.is_authenticated
    User.objects.filter(pk=alice.pk).update(is_active=True)
    assert client.get(reverse("home")).wsgi_request.user == alice
    alice.delete()
    assert not client.get(reverse("home")).wsgi_request.user.is_authenticated


def of(client: Client) -> Session:
    return Session.objects.get(session_key=client.cookies[settings.SESSION_COOKIE_NAME].value)


def let_pass(client: Client, days: int) -> None:
    """Make the session look as if it was made and last used that many days ago."""
    session = of(client)
    session.expire_date -= timedelta(days=days)
    session.save()


@pytest.mark.half_second
def test_a_guest_who_comes_every_month_is_a_guest_for_years() -> None:
    computer_players_ensure()
    client = Client()
    client.post(reverse("play_now"))
    guest = client.session["_auth_user_id"]
    for _month in range(26):
        let_pass(client, 30)
        answer = client.get(reverse("credits"))
        assert answer.wsgi_request.user.pk == int(guest)
    assert of(client).expire_date > timezone.now() + timedelta(days=150)


def test_a_session_is_renewed_when_half_of_it_is_over() -> None:
    client = visitor(User.objects.create_user("Alice"))
    client.get(reverse("home"))
    let_pass(client, 180)
    before = of(client).expire_date
    answer = client.get(reverse("home"))
    assert settings.SESSION_COOKIE_NAME not in answer.cookies
    assert of(client).expire_date == before
    let_pass(client, 10)
    answer = client.get(reverse("home"))
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
    assert answer.cookies[COOKIE]["max-age"] == AGE, "the cookie of a known browser is renewed too"
    assert of(client).expire_date > timezone.now() + timedelta(days=364)
    assert settings.SESSION_COOKIE_NAME not in client.get(reverse("home")).cookies, "once"


def test_a_session_that_ended_in_another_tab_stays_ended() -> None:
    client = visitor(User.objects.create_user("Alice"))
    let_pass(client, 300)
    session = SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)
    assert session["_auth_user_id"]
    assert session.is_half_over
    client.post(reverse("account_logout"))
    session.renew()
    assert not session.modified
    assert not Session.objects.filter(session_key=session.session_key).exists()


def test_what_another_request_has_written_meanwhile_is_kept() -> None:
    client = visitor(User.objects.create_user("Alice"))
    let_pass(client, 300)
    early = SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)
    assert early["_auth_user_id"]
    other = client.session
    other["kept"] = "this"
    Session.objects.filter(session_key=other.session_key).update(session_data=other.encode(dict(other.items())))
    early.renew()
    early.save()
    assert client.session["kept"] == "this"
    assert not early.is_half_over


@pytest.mark.parametrize(("of_the_request", "waits"), [(READING, NEEDED), (WRITING, WRITING)])
def test_a_session_waits_longer_for_the_database_than_what_a_page_can_do_without(
    of_the_request: float, waits: float
) -> None:
    waited = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            waited.append(seconds_of_this_thread())
        return execute(sql, *rest)

    session = SessionStore()
    with lock_timeout(of_the_request), connection.execute_wrapper(note):
        session["invitations"] = ["the match of a friend"]
        session.save()
        assert seconds_of_this_thread() == of_the_request
    assert set(waited) == {waits}
