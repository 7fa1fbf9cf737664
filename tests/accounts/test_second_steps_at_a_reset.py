"""A lost password is replaced by email: the page tells which second steps there are, and offers to remove new ones."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.second_steps import LATELY
from tests.accounts.cast import Mails, code_of, link_in, log_in, prove

NEW = "nine woven llamas"
TOTP, PASSKEY, CODES = Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN, Authenticator.Type.RECOVERY_CODES
Old, Fresh = timedelta(days=31), timedelta(days=1)


def add(user: User, kind: Authenticator.Type, age: timedelta) -> Authenticator:
    """A second step as it is stored, added so long ago."""
    data = {"name": "Phone", "credential": {}} if kind == PASSKEY else {"secret": "x"}
    return Authenticator.objects.create(user=user, type=kind, data=data, created_at=timezone.now() - age)


def left(user: User) -> set[str]:
    return set(Authenticator.objects.filter(user=user).values_list("type", flat=True))


@pytest.fixture
def home(alice: User) -> Client:
    """The browser in which Alice has been logged in before."""
    browser = Client()
    assert log_in(browser, "Alice")
    browser.post("/account/logout/")
    return browser


@pytest.fixture
def replaced(alice: User, mails: Mails) -> Callable[..., str]:
    """A function that replaces Alice's password by email in a browser, and removes all these, whatever the page offers.

    It returns the words of the page.
    """

    def replace(browser: Client, *remove: Authenticator) -> str:
        browser.post("/account/password/reset/", {"email": alice.email})
        page = browser.get(link_in(mails()[-1]), follow=True)
        fields = {"password1": NEW, "password2": NEW}
        answer = browser.post(page.request["PATH_INFO"], fields | {"remove": [step.pk for step in remove]}, follow=True)
        if "You have a new password" not in answer.content.decode():
            browser.post(page.request["PATH_INFO"], fields)
        alice.refresh_from_db()
        assert alice.check_password(NEW)
        return str(page.content.decode())

    return replace


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_what_an_intruder_has_turned_on_does_not_lock_the_owner_out(
    alice: User, home: Client, replaced: Callable[..., str], mails: Mails
) -> None:
    intruder = Client()
    log_in(intruder, "Alice")
    prove(intruder)
    form = intruder.get("/account/2fa/totp/activate/").context["form"]
    intruder.post("/account/2fa/totp/activate/", {"code": code_of(form.secret)})
    assert "Your authenticator app is set up" in mails()[-1]["subject"]
    page = replaced(home, Authenticator.objects.get(type=TOTP))
    assert all(words in page for words in ("Besides the password", "Authenticator app", "Recovery codes", "added on"))
    assert left(alice) == set()
    assert log_in(Client(), "Alice", NEW)
    assert any("Your authenticator app is turned off" in mail["subject"] for mail in mails())


def test_a_new_passkey_goes_and_the_old_second_step_is_still_asked_for(
    alice: User, home: Client, replaced: Callable[..., str]
) -> None:
    add(alice, TOTP, Old)
    add(alice, CODES, Old)
    page = replaced(home, add(alice, PASSKEY, Fresh))
    assert "Passkey “Phone”" in page
    assert left(alice) == {TOTP, CODES}
    assert not log_in(Client(), "Alice", NEW)


def test_only_what_is_chosen_goes(alice: User, home: Client, replaced: Callable[..., str]) -> None:
    add(alice, PASSKEY, Fresh)
    replaced(home)
    assert left(alice) == {PASSKEY}


def test_an_old_second_step_stays(alice: User, home: Client, replaced: Callable[..., str]) -> None:
    page = replaced(home, add(alice, TOTP, LATELY))
    assert "Authenticator app" in page
    assert 'name="remove"' not in page
    assert left(alice) == {TOTP}


def test_a_mailbox_alone_removes_nothing(alice: User, home: Client, replaced: Callable[..., str]) -> None:
    page = replaced(Client(), add(alice, TOTP, Fresh))
    assert "In a browser where you have logged in before" in page
    assert 'name="remove"' not in page
    assert left(alice) == {TOTP}


@pytest.mark.half_second
def test_a_thief_who_has_the_mailbox_too_does_not_remove_what_the_owner_adds_after_a_reset(
    alice: User, home: Client, replaced: Callable[..., str]
) -> None:
    """Their browser is known, as they had the old password. With two-step login the owner meant to be rid of them."""
    thief = Client()
    assert log_in(thief, "Alice")
    replaced(home)
    add(alice, TOTP, timedelta())
    page = replaced(thief)
    assert 'name="remove"' not in page
    assert "In a browser where you have logged in before" in page


@pytest.mark.half_second
def test_an_owner_who_finds_out_only_at_the_second_step_may_replace_the_password_again(
    alice: User, home: Client, replaced: Callable[..., str]
) -> None:
    add(alice, TOTP, Fresh)
    replaced(home)
    assert not log_in(home, "Alice", NEW)
    replaced(home, Authenticator.objects.get(type=TOTP))
    assert left(alice) == set()
    assert log_in(home, "Alice", NEW)


def test_a_strangers_second_step_is_nobodys_to_remove(
    bob: User, alice: User, home: Client, replaced: Callable[..., str]
) -> None:
    add(alice, PASSKEY, Fresh)
    replaced(home, add(bob, TOTP, Fresh))
    assert left(bob) == {TOTP}
    assert left(alice) == {PASSKEY}


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", "bob@example.org", NEW)


@pytest.mark.half_second
@pytest.mark.parametrize("path", ["totp/deactivate/", "webauthn/keys/{key}/remove/"])
def test_a_new_second_step_in_place_of_an_old_one_stays(
    alice: User, home: Client, replaced: Callable[..., str], path: str
) -> None:
    log_in(home, "Alice")
    prove(home)
    old = add(alice, PASSKEY if "key" in path else TOTP, Old)
    home.post(f"/account/2fa/{path.format(key=old.pk)}")
    assert left(alice) == set()
    home.post("/account/logout/")
    new = add(alice, TOTP, timedelta())
    codes = add(alice, CODES, timedelta())
    page = replaced(home, new)
    assert "Authenticator app" in page
    assert left(alice) == {TOTP, CODES}
    replaced(home, codes)
    assert left(alice) == {TOTP}


def test_a_chain_of_new_second_steps_is_as_old_as_its_first(
    alice: User, home: Client, replaced: Callable[..., str]
) -> None:
    def moved(days: int) -> datetime:
        return timezone.now() - timedelta(days=days)

    log_in(home, "Alice")
    prove(home)
    add(alice, TOTP, Fresh)
    User.objects.filter(pk=alice.pk).update(second_step_left_at=moved(29))
    home.post("/account/2fa/totp/deactivate/")
    alice.refresh_from_db()
    assert alice.second_step_left_at is not None
    assert alice.second_step_left_at > moved(1)


def test_turning_off_a_new_one_notes_nothing(alice: User, home: Client) -> None:
    log_in(home, "Alice")
    prove(home)
    add(alice, TOTP, Fresh)
    home.post("/account/2fa/totp/deactivate/")
    alice.refresh_from_db()
    assert (left(alice), alice.second_step_left_at) == (set(), None)
