from typing import ClassVar

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from accounts.passwords import spellings
from accounts.services import computer_players_ensure
from tests.accounts.cast import PASSWORD, Mails, errors, link_in, log_in, words_of
from tests.first import first

pytestmark = pytest.mark.django_db
NEW = "nine woven llamas"


@pytest.mark.half_second
def test_reset_by_mail(client: Client, alice: User, mails: Mails) -> None:
    client.post("/account/password/reset/", {"email": "Alice@example.org"})
    [mail] = mails()
    assert mail["subject"] == "Machu Picchu: Choose a new password"
    assert "Hello Alice," in words_of(mail)
    form = client.get(link_in(mail), follow=True)
    response = client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert "You have a new password" in response.content.decode()
    assert not log_in(client, "Alice", PASSWORD)
    assert log_in(client, "Alice", NEW)
    assert mails()[1]["subject"] == "Machu Picchu: You have a new password"


def test_reset_link_works_once(client: Client, alice: User, mails: Mails) -> None:
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    [letter] = mails()
    alice.set_password(NEW)
    alice.save()
    assert "This link has been used" in client.get(link_in(letter), follow=True).content.decode()


@pytest.mark.half_second
@pytest.mark.usefixtures("mail_server")
def test_a_reset_ends_the_change_to_an_address_that_a_stranger_has_begun(alice: User, mails: Mails) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    thief, owner = Client(), Client()
    log_in(thief, "Alice")
    thief.post("/account/reauthenticate/", {"password": PASSWORD})
    thief.post("/account/email/", {"email": "thief@example.org", "action_add": ""})
    confirming = link_in(next(mail for mail in mails() if mail["to"] == "thief@example.org"))
    owner.post("/account/password/reset/", {"email": alice.email})
    form = owner.get(link_in(mails()[-1]), follow=True)
    owner.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    thief.post(confirming)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert [address.email for address in EmailAddress.objects.filter(user=alice)] == ["alice@example.org"]
    assert log_in(owner, "alice@example.org", NEW)


def test_reset_of_an_unknown_address_looks_the_same_and_is_answered_by_mail(
    client: Client, alice: User, mails: Mails
) -> None:
    pages = [client.post("/account/password/reset/", {"email": f"{who}@example.org"}) for who in ("alice", "bob")]
    assert pages[0].url == pages[1].url
    assert [mail["to"] for mail in mails()] == ["alice@example.org", "bob@example.org"]
    assert "no account has this address" in words_of(mails()[1])


@pytest.mark.half_second
def test_changing_asks_for_the_old_password_and_keeps_this_browser_logged_in(
    client: Client, alice: User, mails: Mails
) -> None:
    log_in(client, "Alice")
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert errors(client.post("/account/password/change/", form)) == "Wrong password."
    assert client.post("/account/password/change/", form | {"oldpassword": PASSWORD}).url == "/account/settings/"
    assert client.get("/account/settings/").status_code == 200, "this browser stays logged in"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert mails()[0]["subject"] == "Machu Picchu: Your password has changed"
    assert "127.0.0.1" in words_of(mails()[0])


COMPOSED, TAKEN_APART, FULL_WIDTH = "fünf Kröten 22", "fu\u0308nf Kro\u0308ten 22", "fünf Kröten \uff12\uff12"


@pytest.mark.parametrize("typed", [COMPOSED, TAKEN_APART, FULL_WIDTH])
@pytest.mark.parametrize("chosen", first([TAKEN_APART], of=[COMPOSED, TAKEN_APART, FULL_WIDTH]))
def test_a_password_is_the_same_from_every_keyboard(client: Client, alice: User, chosen: str, typed: str) -> None:
    log_in(client, "Alice")
    form = {"oldpassword": PASSWORD, "password1": chosen, "password2": chosen}
    assert client.post("/account/password/change/", form).status_code == 302
    assert log_in(Client(), "Alice", typed)


@pytest.mark.parametrize(("stored", "typed"), [(COMPOSED, COMPOSED), (COMPOSED, TAKEN_APART), (TAKEN_APART, COMPOSED)])
def test_a_password_hashed_before_as_it_was_typed_goes_on_working(alice: User, stored: str, typed: str) -> None:
    User.objects.filter(pk=alice.pk).update(password=make_password(stored))
    assert log_in(Client(), "Alice", typed)


def test_one_hashed_before_in_letters_that_are_written_otherwise_now_goes_on_working(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(password=make_password(FULL_WIDTH))
    browser = Client()
    assert log_in(browser, "Alice", FULL_WIDTH)
    assert log_in(Client(), "Alice", FULL_WIDTH)
    assert browser.get("/account/settings/").status_code == 200, "logging in elsewhere ends no session"


@pytest.mark.parametrize("password", ["wrong words", "völlig falsch"])
def test_an_unknown_name_is_hashed_for_as_often_as_a_wrong_password(
    settings: Settings, alice: User, password: str
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Noting"]
    alice.set_password(PASSWORD)
    alice.save()
    counts = []
    for name in ("Alice", "Nobody1"):
        Noting.in_transaction.clear()
        assert not log_in(Client(), name, password)
        counts.append(len(Noting.in_transaction))
    assert counts[0] == counts[1] == len(spellings(password))


@pytest.mark.parametrize("password", ["wrong words", f"{PASSWORD} 0", f"{PASSWORD} 2"])
def test_a_login_by_address_takes_as_long_however_many_have_it(settings: Settings, alice: User, password: str) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Noting"]
    alice.set_password(PASSWORD)
    alice.save()
    for number in range(3):
        User.objects.create_user(f"Twin-{number}", "twin@example.org", f"{PASSWORD} {number}")
    for address in ("alice@example.org", "nobody@example.org", "twin@example.org"):
        Noting.in_transaction.clear()
        log_in(Client(), address, password)
        assert len(Noting.in_transaction) == 2, address


@pytest.mark.usefixtures("mail_server")
def test_a_reset_costs_the_same_however_many_have_never_confirmed_the_address() -> None:
    counts = []
    for number in range(3):
        for twin in range(5):
            User.objects.create_user(f"Twin-{number}-{twin}", "twin@example.org")
        cache.clear()  # the limits
        with CaptureQueriesContext(connection) as asked:
            assert Client().post("/account/password/reset/", {"email": "twin@example.org"}).status_code == 302
        counts.append(len(asked))
    assert counts[1] == counts[2]


class Noting(PBKDF2PasswordHasher):
    """Records whether it hashes within a transaction, where others would have to wait."""

    algorithm = "noting"
    iterations = 1
    in_transaction: ClassVar[list[bool]] = []

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        self.in_transaction.append(connection.in_atomic_block)
        return super().encode(password, salt, iterations)


@pytest.mark.django_db(transaction=True)
def test_no_page_waits_for_a_password_to_be_hashed(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Noting"]
    computer_players_ensure()
    Noting.in_transaction.clear()
    browser = Client()
    browser.post("/play-now/")
    browser.post("/account/claim/", {"username": "Tupac", "password1": PASSWORD})
    assert len(Noting.in_transaction) == 1
    form = {"oldpassword": PASSWORD, "password1": "eight stone condors", "password2": "eight stone condors"}
    assert browser.post("/account/password/change/", form).status_code == 302
    Client().post("/account/signup/", {"username": "Coya", "password1": PASSWORD})
    assert log_in(Client(), "Coya")
    assert log_in(Client(), "Tupac", "eight stone condors")
    assert not any(Noting.in_transaction)
