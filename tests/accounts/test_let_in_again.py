"""A form that logged someone in is sent again: works if that browser lost the response, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.idempotent import LETS_IN_FOR
from accounts.models import Press, User
from accounts.services import computer_players_ensure
from games.models import Match
from membership.bans import ban_create
from tests.accounts.cast import PASSWORD, user_of
from tests.first import first
from tests.refusing import Lock
from tests.visitors import reader, with_same_cookies

pytestmark = pytest.mark.django_db

ELSEWHERE = "203.0.113.7"
OTHER = "eight stone condors"


class Pressed:
    """A submitted form, with what an earlier user of that browser may have noted: its key and the cookies."""

    def __init__(self, page: str, path: str, **fields: str) -> None:
        self.browser, shown = reader(page)
        self.path, self.form = path, shown | fields
        self.cookies = self.browser.cookies.output(header="", sep=";")
        self.answer = self.browser.post(self.path, self.form)

    def again(self, *, address: str = "127.0.0.1") -> tuple[Client, HttpResponse]:
        """Send the same form from a browser without the response. Returns that browser, and the response it gets."""
        other = with_same_cookies(self.browser, self.cookies)
        return other, other.post(self.path, self.form, REMOTE_ADDR=address)

    def lets_in(self, **where: str) -> bool:
        """Whether sending the form again logs the same person in once more."""
        other, _answer = self.again(**where)
        return SESSION_KEY in other.session and user_of(other) == self.person

    @property
    def person(self) -> User:
        return Press.objects.get(let_in=True).user


@pytest.fixture
def log_in(alice: User) -> Pressed:
    return Pressed("/account/login/", "/account/login/", login="Alice", password=PASSWORD)


@pytest.fixture
def play_now() -> Pressed:
    computer_players_ensure()
    return Pressed("/", "/play-now/")


@pytest.fixture
def sign_up() -> Pressed:
    return Pressed("/account/signup/", "/account/signup/", username="Tupac", password1=PASSWORD)


def set_password(user: User) -> None:
    user.set_password(OTHER)
    user.save()


def end_sessions(user: User) -> None:
    Session.objects.all().delete()


def turn_second_step_on(user: User) -> None:
    TOTP.activate(user, generate_totp_secret())


def ban(user: User) -> None:
    warden = User.objects.create_user("Warden", password=PASSWORD, is_staff=True)
    ban_create(user=user, moderator=warden, until=None, why="Noise.")


def close(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def be_made_a_member(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_guest=not user.is_guest)


CHANGES: list[Callable[[User], None]] = [
    set_password,
    end_sessions,
    turn_second_step_on,
    ban,
    close,
    be_made_a_member,
]


@pytest.mark.parametrize("form", ["log_in", "play_now", "sign_up"])
def test_the_same_browser_gets_the_same_session_again(form: str, request: pytest.FixtureRequest) -> None:
    pressed: Pressed = request.getfixturevalue(form)
    other, answer = pressed.again()
    assert (answer.status_code, answer.url) == (302, pressed.answer.url)
    assert other.session.session_key == pressed.browser.session.session_key
    assert other.get("/account/settings/").status_code == 200


@pytest.mark.parametrize("form", first(["sign_up"], of=["play_now", "sign_up"]))
@pytest.mark.parametrize("change", CHANGES)
def test_no_browser_is_let_in_once_something_has_changed(
    change: Callable[[User], None], form: str, request: pytest.FixtureRequest
) -> None:
    pressed: Pressed = request.getfixturevalue(form)
    assert pressed.lets_in()
    change(pressed.person)
    assert not pressed.lets_in()


@pytest.mark.parametrize("form", ["play_now", "sign_up"])
def test_no_browser_is_let_in_after_minutes_or_from_elsewhere(form: str, request: pytest.FixtureRequest) -> None:
    pressed: Pressed = request.getfixturevalue(form)
    assert not pressed.lets_in(address=ELSEWHERE)
    Press.objects.update(at=timezone.now() - LETS_IN_FOR)
    assert not pressed.lets_in()


@pytest.mark.parametrize("form", ["play_now", "sign_up"])
def test_logging_out_ends_it_even_where_the_form_was_pressed_twice(form: str, request: pytest.FixtureRequest) -> None:
    pressed: Pressed = request.getfixturevalue(form)
    second, _answer = pressed.again()
    second.handler.enforce_csrf_checks = False
    second.post("/account/logout/", {"sure": ""})
    assert not pressed.lets_in()


def test_a_stolen_password_does_not_outlast_the_owners_new_one(log_in: Pressed, alice: User) -> None:
    set_password(alice)
    other, answer = log_in.again()
    assert SESSION_KEY not in other.session
    assert "Wrong name or password" in answer.content.decode()


def test_a_form_of_before_asks_for_the_second_step_of_now(log_in: Pressed, alice: User) -> None:
    turn_second_step_on(alice)
    other, answer = log_in.again()
    assert SESSION_KEY not in other.session
    assert answer.url == "/account/2fa/authenticate/"


def test_the_second_step_lets_no_browser_in_again(alice: User) -> None:
    """Not even after it is turned off again."""
    turn_second_step_on(alice)
    RecoveryCodes.activate(alice)
    [code, *_more] = Authenticator.objects.get(user=alice, type="recovery_codes").wrap().get_unused_codes()
    browser = Client()
    browser.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    shown = browser.get("/account/2fa/authenticate/")
    form = {"code": code, "once": "a-key-that-a-page-has-shown"}
    cookies = f"csrftoken={browser.cookies['csrftoken'].value}"
    assert browser.post("/account/2fa/authenticate/", form).status_code == 302
    assert (shown.status_code, user_of(browser)) == (200, alice)
    for _ in range(2):
        other = with_same_cookies(browser, cookies)
        assert other.post("/account/2fa/authenticate/", form).url.startswith("/account/login/")
        assert SESSION_KEY not in other.session
        Authenticator.objects.all().delete()


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_a_recovery_code_is_not_used_up_by_a_locked_database(alice: User) -> None:
    turn_second_step_on(alice)
    RecoveryCodes.activate(alice)
    codes = Authenticator.objects.get(user=alice, type="recovery_codes").wrap().get_unused_codes()
    for number, code in enumerate(codes, 1):
        browser, lock = Client(), Lock(number)
        browser.post("/account/login/", {"login": "Alice", "password": PASSWORD})
        form = {"code": code, "once": "a-key-that-a-page-has-shown"}
        with connection.execute_wrapper(lock):
            first = browser.post("/account/2fa/authenticate/", form)
        if not lock.has_struck:
            assert number > 4
            return
        assert (first.status_code, SESSION_KEY in browser.session) == (503, False)
        cache.clear()
        assert browser.post("/account/2fa/authenticate/", form).status_code == 302
        assert user_of(browser) == alice
    raise AssertionError("more writes than codes")


def test_the_password_of_before_does_not_lead_past_the_second_step(alice: User) -> None:
    turn_second_step_on(alice)
    RecoveryCodes.activate(alice)
    [code, *_more] = Authenticator.objects.get(user=alice, type="recovery_codes").wrap().get_unused_codes()
    browser = Client()
    browser.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    set_password(alice)
    answer = browser.post("/account/2fa/authenticate/", {"code": code})
    assert answer.url == "/account/login/"
    assert SESSION_KEY not in browser.session
    assert browser.get("/account/2fa/authenticate/").url == "/account/login/"


def test_a_prepared_page_does_not_let_in_as_the_member_that_a_guest_has_become(play_now: Pressed) -> None:
    claim = play_now.browser.get("/account/claim/")
    form = {"username": "Tupac", "password1": PASSWORD, "csrfmiddlewaretoken": claim.context["csrf_token"]}
    assert play_now.browser.post("/account/claim/", form).status_code == 302
    assert not user_of(play_now.browser).is_guest
    other, _answer = play_now.again()
    assert user_of(other).is_guest
    assert Match.objects.count() == 2, "it started a game for someone else"


def test_a_guest_who_claims_and_gets_no_answer_claims_once(play_now: Pressed) -> None:
    browser = play_now.browser
    page = browser.get("/account/claim/")
    form = {"username": "Tupac", "password1": PASSWORD, "once": "a-key-that-a-page-has-shown"}
    form |= {"csrfmiddlewaretoken": page.context["csrf_token"]}
    cookies = browser.cookies.output(header="", sep=";")
    first = browser.post("/account/claim/", form)
    again = with_same_cookies(browser, cookies)
    second = again.post("/account/claim/", form)
    assert (first.status_code, second.status_code, second.url) == (302, 302, first.url)
    assert user_of(again).username == "Tupac"
    assert again.session.session_key == browser.session.session_key


def test_a_new_password_that_is_sent_twice_keeps_its_browser_logged_in(log_in: Pressed, alice: User) -> None:
    EmailAddress.objects.filter(user=alice).delete()
    browser = log_in.browser
    page = browser.get("/account/password/change/")
    form = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER, "once": "a-key-that-a-page-has-shown"}
    form |= {"csrfmiddlewaretoken": page.context["csrf_token"]}
    cookies = browser.cookies.output(header="", sep=";")
    first = browser.post("/account/password/change/", form)
    assert first.status_code == 302, first.context["form"].errors
    again = with_same_cookies(browser, cookies)
    assert again.post("/account/password/change/", form).url == first.url
    assert user_of(again) == alice
    alice.refresh_from_db()
    set_password(alice)
    cache.clear()
    last = with_same_cookies(browser, cookies)
    last.post("/account/password/change/", form)
    assert last.get("/account/settings/").status_code == 302
