"""Nobody can use up another person's rate limits: neither from elsewhere, nor from an IP address that both share."""

import time
from datetime import timedelta

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts.known import COOKIE, known_browser
from accounts.models import User
from common.sessions import SessionStore
from tests.accounts.cast import PASSWORD, code_of, errors, log_in, send_letters

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
TOO_MANY = 429


def browser_at(address: str, known_to: Client | None = None) -> Client:
    """A browser at an IP address, with the cookie that another one keeps after logging out."""
    browser = Client(REMOTE_ADDR=address)
    if known_to is not None:
        browser.cookies[COOKIE] = known_to.cookies[COOKIE].value
    return browser


@pytest.fixture
def owners(alice: User) -> Client:
    """A browser in which Alice has been logged in."""
    browser = browser_at(HOME)
    assert log_in(browser, "Alice")
    browser.post("/account/logout/")
    assert "_auth_user_id" not in browser.session
    return browser


def guess(address: str, times: int, login: str = "Alice") -> None:
    """Try wrong passwords."""
    browser = browser_at(address)
    for _attempt in range(times):
        assert not log_in(browser, login, "wrong")


@pytest.mark.parametrize("login", ["Alice", "alice@example.org"])
def test_who_guesses_from_elsewhere_shuts_no_member_out(alice: User, login: str) -> None:
    guess(ELSEWHERE, 8, login)
    assert not log_in(browser_at(ELSEWHERE), login)
    assert log_in(browser_at(HOME), login)


@pytest.mark.half_second
def test_who_guesses_at_the_same_address_shuts_no_member_out_of_a_browser_of_theirs(owners: Client) -> None:
    """A school shares one IP address: other browsers' log-ins and failed attempts there must not count against this
    one.
    """
    guess(HOME, 35)
    assert not log_in(browser_at(HOME), "Alice")
    assert log_in(owners, "Alice")


@pytest.mark.half_second
def test_who_is_logged_in_proves_who_they_are_whatever_others_guess(alice: User) -> None:
    browser = browser_at(HOME)
    browser.force_login(alice)
    guess(HOME, 12)
    answer = browser.post("/account/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302


def test_a_known_browser_may_not_guess_without_end_either(owners: Client) -> None:
    for _attempt in range(5):
        assert not log_in(owners, "Alice", "wrong")
    answer = owners.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    assert errors(answer) == "Too many attempts. Please wait five minutes, then try again."


def test_a_browser_is_known_for_its_own_people_only(owners: Client) -> None:
    User.objects.create_user("Bob", "bob@example.org", PASSWORD)
    guess(HOME, 5, "Bob")
    stranger = browser_at(HOME, known_to=owners)
    assert not log_in(stranger, "Bob")
    assert log_in(stranger, "Alice")


@pytest.mark.half_second
@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: "x" + text, lambda text: text.split(".")[1]])
def test_a_cookie_that_we_have_not_given_is_worth_nothing(owners: Client, change) -> None:
    guess(HOME, 12)
    forger = browser_at(HOME)
    forger.cookies[COOKIE] = change(owners.cookies[COOKIE].value)
    assert not log_in(forger, "Alice")


def test_the_cookie_names_no_member_and_lasts(owners: Client, alice: User) -> None:
    cookie = owners.cookies[COOKIE]
    assert "Alice" not in cookie.value
    assert str(alice.pk) not in cookie.value.split(".")
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] > 300 * 24 * 60 * 60
    assert log_in(owners, "Alice")
    assert owners.cookies[COOKIE].value == cookie.value


@pytest.mark.half_second
def test_a_browser_knows_a_few_people_at_most_the_last_ones(db: None) -> None:
    browser = browser_at(HOME)
    for number in range(9):
        User.objects.create_user(f"Child{number}", password=PASSWORD)
        assert log_in(browser, f"Child{number}")
        browser.post("/account/logout/")
    assert browser.cookies[COOKIE].value.count(".") == 6
    guess(HOME, 5, "Child8")
    assert log_in(browser, "Child8")


@pytest.mark.half_second
def test_who_has_the_password_only_does_not_keep_the_owner_from_the_second_step(alice: User) -> None:
    home = browser_at(HOME)
    assert log_in(home, "Alice")
    home.post("/account/reauthenticate/", {"password": PASSWORD})
    secret = home.get("/account/2fa/totp/activate/").context["form"].secret
    assert home.post("/account/2fa/totp/activate/", {"code": code_of(secret)}).status_code == 302
    home.post("/account/logout/")
    Authenticator.objects.filter(type="totp").update(last_used_at=None)
    cache.clear()  # the code that turned the app on is valid only once
    thief = browser_at(ELSEWHERE)
    thief.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    for _attempt in range(6):
        thief.post("/account/2fa/authenticate/", {"code": "000000"})
    assert COOKIE not in thief.cookies
    thief.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert "_auth_user_id" not in thief.session, "all strangers share one limit for guessing codes"
    home.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    home.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert home.session["_auth_user_id"] == str(alice.pk)


def browsers_of(client: Client, count: int) -> list[Client]:
    """Browsers that become known one by one while someone is logged in, who keeps deleting the cookie with the mark."""
    made = []
    for _number in range(count):
        client.cookies.pop(COOKIE, None)
        client.get("/")
        made.append(browser_at(ELSEWHERE, known_to=client))
    return made


@pytest.mark.half_second
def test_many_known_browsers_do_not_guess_the_code_of_two_step_login(alice: User) -> None:
    """A thief may have made them before the owner turned two-step login on. A code has six digits only."""
    thief = browser_at(ELSEWHERE)
    assert log_in(thief, "Alice")
    browsers = browsers_of(thief, 8)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "MFRGGZDFMZTWQ2LK"})
    refused = []
    for browser in browsers:
        browser.post("/account/login/", {"login": "Alice", "password": PASSWORD})
        for _attempt in range(4):
            refused.append(errors(browser.post("/account/2fa/authenticate/", {"code": "000000"})))
    assert refused[0] == "This code is wrong or has expired."
    assert refused[-1].startswith("Too many attempts")


@pytest.mark.half_second
def test_known_browsers_do_not_log_in_without_end(alice: User, settings: Settings) -> None:
    """Each login costs a slow hash. After some, those of one person are counted by their addresses, like strangers."""
    settings.LIMITS = settings.LIMITS | {"login_at_home": "3/m/user", "login_from_elsewhere": "2/m/ip"}
    home = browser_at(HOME)
    assert log_in(home, "Alice")
    form = {"login": "Alice", "password": PASSWORD}
    answers = [browser.post("/account/login/", form).status_code for browser in browsers_of(home, 7)]
    assert answers == [302] * 5 + [TOO_MANY] * 2
    home.post("/account/logout/")
    assert log_in(home, "Alice"), "nobody locks others out there"


def test_a_browser_that_became_known_shortly_before_a_lost_password_was_replaced_is_a_strangers(
    alice: User, owners: Client
) -> None:
    """It may be that of a thief, who could go on guessing there, and remove what the owner has added since."""
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        thief = browser_at(ELSEWHERE)
        assert log_in(thief, "Alice")
        cookie = thief.cookies[COOKIE].value
        get_adapter().replaced_lost_password(alice)
        for browser, is_known in ((owners, True), (browser_at(ELSEWHERE, known_to=thief), False)):
            request = RequestFactory().get("/")
            request.COOKIES[COOKIE] = browser.cookies[COOKIE].value
            request.session = SessionStore()
            assert (known_browser(request, alice) is not None) is is_known
        thief.get("/")
        assert thief.cookies[COOKIE].value != cookie, "who is let in afterwards is known again"


def ask_for_mail(browser: Client, email: str = "alice@example.org") -> int:
    """Request a mail for choosing a new password. Returns the status."""
    return browser.post("/account/password/reset/", {"email": email}).status_code


def test_who_asks_for_mails_without_end_neither_fills_a_mailbox_nor_keeps_its_owner_from_one(
    owners: Client, mailoutbox: list[EmailMessage]
) -> None:
    stranger = browser_at(ELSEWHERE)
    answers = [ask_for_mail(stranger) for _time in range(7)]
    assert (answers.count(302), answers.count(TOO_MANY)) == (5, 2)
    send_letters()
    assert len(mailoutbox) == 3
    assert ask_for_mail(browser_at(HOME)) == 302
    send_letters()
    assert len(mailoutbox) == 4


@pytest.mark.half_second
def test_many_strangers_together_send_a_bounded_number_of_mails_and_its_owner_still_gets_one(
    owners: Client, mailoutbox: list[EmailMessage]
) -> None:
    for number in range(12):
        stranger = browser_at(f"198.51.100.{number}")
        assert [ask_for_mail(stranger) for _time in range(2)] == [302, 302]
    send_letters()
    assert len(mailoutbox) == 20
    assert ask_for_mail(owners) == 302
    send_letters()
    assert len(mailoutbox) == 21


def test_too_many_attempts_are_forgotten_after_five_minutes(owners: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logging in is possible again five minutes after too many attempts."""
    guess(ELSEWHERE, 6)
    later = time.time() + 301
    monkeypatch.setattr(time, "time", lambda: later)
    assert log_in(browser_at(ELSEWHERE), "Alice")
