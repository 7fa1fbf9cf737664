"""Emails about accounts, with a mail server that refuses them or is down: nobody is logged out, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.letters import KEPT
from accounts.models import Letter, User
from accounts.tasks import tidy
from games.models import Match
from tests.accounts.cast import PASSWORD, errors, link_in, log_in, send_letters, user_of
from tests.first import first
from tests.notices.outlets import Letters
from tests.stack.site import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_server")]

SENT = "/account/confirm-email/"
CORRECT = "/account/email/correct/"
NEW = {"username": "Bob", "email": "bob@exampel.org", "password1": PASSWORD}
TYPO, RIGHT = "bob@exampel.org", "bob@example.org"
FOR_GOOD = ("550 no such user", "553 not allowed", "554 no")
FOR_NOW = ("450 busy", "451 try again", "452 full")


@pytest.fixture
def server(settings: Settings) -> Iterator[Letters]:
    """A mail server, used by the site."""
    with Letters().open() as opened:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", opened.port
        yield opened


@pytest.fixture
def nobody_listens(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()


def text_of(browser: Client, address: str) -> str:
    return browser.get(address, follow=True).content.decode()


def sent_to(server: Letters, address: str) -> list[EmailMessage]:
    send_letters()
    return [letter for letter in server.taken if letter["To"] == address]


def try_again() -> None:
    """Let waiting emails become due, and send them."""
    Letter.objects.filter(state=Letter.State.WAITING).update(due=timezone.now() - timedelta(seconds=1))
    send_letters()


@pytest.mark.half_second
@pytest.mark.parametrize("answer", first([FOR_GOOD[0], FOR_NOW[0]], of=[*FOR_GOOD, *FOR_NOW]))
def test_a_guest_who_keeps_their_games_stays_in_whatever_the_server_says(
    guest_browser: Client, server: Letters, answer: str
) -> None:
    guest, match = user_of(guest_browser), Match.objects.get()
    server.refusals[TYPO] = answer
    page = f"/match/{match.code}/"
    assert guest_browser.post("/account/claim/", NEW | {"next": page}).url == page
    send_letters()
    assert user_of(guest_browser).pk == guest.pk
    position = guest_browser.get(page)
    assert match.seats.get(number=position.context["position"].seat).user_id == guest.pk, "the guest plays here"
    assert ("We could not send an email to" in position.content.decode()) == (answer in FOR_GOOD)
    guest_browser.post("/account/reauthenticate/", {"password": PASSWORD})
    guest_browser.post("/account/email/", {"email": RIGHT, "action_add": ""})
    [letter] = sent_to(server, RIGHT)
    assert "We could not send an email to" not in text_of(guest_browser, page)
    guest_browser.post(link_in(letter))
    assert EmailAddress.objects.get(user=guest).verified
    assert log_in(Client(), "Bob")


def test_a_guest_stays_in_while_no_mail_server_listens(guest_browser: Client, nobody_listens: None) -> None:
    guest, match = user_of(guest_browser), Match.objects.get()
    assert guest_browser.post("/account/claim/", NEW).status_code == 302
    send_letters()
    assert user_of(guest_browser).pk == guest.pk
    page = guest_browser.get(f"/match/{match.code}/")
    assert match.seats.get(number=page.context["position"].seat).user_id == guest.pk
    assert "We are sending an email to bob@exampel.org. It may take a while." in page.content.decode()


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("answer", first(FOR_GOOD[:1], of=FOR_GOOD))
def test_who_signs_up_with_a_wrong_address_is_told_and_corrects_it(
    client: Client, server: Letters, answer: str, late: bool
) -> None:
    server.refusals[TYPO], server.late = answer, late
    assert client.post("/account/signup/", NEW).url == SENT
    assert "We are sending an email to bob@exampel.org. It may take a while." in text_of(client, SENT)
    send_letters()
    page = text_of(client, SENT)
    assert "We could not send an email to bob@exampel.org." in page
    assert CORRECT in page
    assert client.post(CORRECT, {"email": RIGHT}).url == SENT
    [letter] = sent_to(server, RIGHT)
    assert "An email is on its way to bob@example.org." in text_of(client, SENT)
    client.post(link_in(letter))
    assert log_in(Client(), "Bob")
    assert [(each.email, each.verified) for each in EmailAddress.objects.all()] == [(RIGHT, True)]


@pytest.mark.parametrize("answer", FOR_NOW)
def test_a_letter_that_is_not_taken_now_is_taken_later(client: Client, server: Letters, answer: str) -> None:
    server.refusals[TYPO] = answer
    client.post("/account/signup/", NEW)
    send_letters()
    assert "We are sending an email to bob@exampel.org. It may take a while." in text_of(client, SENT)
    server.refusals.clear()
    assert not sent_to(server, TYPO), "not at once"
    try_again()
    [letter] = server.taken
    client.post(link_in(letter))
    assert log_in(client, "Bob")


@pytest.mark.half_second
@pytest.mark.usefixtures("nobody_listens")
def test_a_new_password_is_asked_for_while_no_mail_server_listens(client: Client, alice: User) -> None:
    for address in ("alice@example.org", "nobody@example.org"):
        assert client.post("/account/password/reset/", {"email": address}).url == "/account/password/reset/done/"
        send_letters()
        page = text_of(client, "/account/password/reset/done/")
        assert f"We are sending an email to {address}. It may take a while." in page


def test_a_new_password_for_an_address_that_is_refused(client: Client, alice: User, server: Letters) -> None:
    server.refusals["alice@example.org"] = "550 no such user"
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    send_letters()
    assert "We could not send an email to alice@example.org." in text_of(client, "/account/password/reset/done/")


def test_who_knows_the_password_corrects_the_address_in_another_browser(client: Client, server: Letters) -> None:
    server.refusals[TYPO] = "550 no such user"
    client.post("/account/signup/", NEW)
    send_letters()
    other = Client()
    assert other.get(CORRECT).url == "/account/login/", "nobody may without a password"
    assert other.post(CORRECT, {"email": "mallory@example.org"}).url == "/account/login/"
    assert not log_in(other, "Bob")
    assert CORRECT in text_of(other, SENT)
    other.post(CORRECT, {"email": RIGHT})
    [letter] = sent_to(server, RIGHT)
    other.post(link_in(letter))
    assert log_in(other, "Bob")


def test_a_confirmed_address_is_replaced_by_a_confirmed_one_only(client: Client, server: Letters) -> None:
    client.post("/account/signup/", NEW)
    [letter] = sent_to(server, TYPO)
    Client().post(link_in(letter))
    assert client.post(CORRECT, {"email": RIGHT}).url == "/account/login/"
    assert EmailAddress.objects.get().email == TYPO


def test_the_link_to_an_address_that_was_corrected_ends(client: Client, server: Letters) -> None:
    client.post("/account/signup/", NEW)
    [letter] = sent_to(server, TYPO)
    client.post(CORRECT, {"email": RIGHT})
    assert "This link has been used" in text_of(Client(), link_in(letter))


def test_an_address_that_is_taken_is_not_told_by_correcting(client: Client, alice: User, server: Letters) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    client.post("/account/signup/", NEW)
    assert client.post(CORRECT, {"email": alice.email}).url == SENT
    assert log_in(Client(), "Alice")


@pytest.mark.parametrize("typed", ["alice@example.org", "free@example.org"])
def test_correcting_does_not_tell_whether_the_first_address_was_taken(
    client: Client, alice: User, server: Letters, typed: str
) -> None:
    assert client.post("/account/signup/", NEW | {"email": typed}).url == SENT
    assert client.get(CORRECT).status_code == 200
    assert "already" in errors(client.post(CORRECT, {"email": typed}))
    assert client.post(CORRECT, {"email": RIGHT}).url == SENT
    [letter] = sent_to(server, RIGHT)
    assert f"An email is on its way to {RIGHT}." in text_of(client, SENT)
    client.post(link_in(letter))
    assert log_in(Client(), "Bob")
    assert EmailAddress.objects.get(user__username="Bob").email == RIGHT


def test_an_unconfirmed_address_is_not_blocked(client: Client, server: Letters) -> None:
    client.post("/account/signup/", NEW | {"username": "Squatter"})
    other = Client()
    other.post("/account/signup/", NEW)
    letters = sent_to(server, TYPO)
    other.post(link_in(letters[-1]))
    assert log_in(Client(), TYPO)
    assert EmailAddress.objects.get(verified=True).user.username == "Bob"


@pytest.mark.half_second
@pytest.mark.parametrize("answer", [FOR_GOOD[0], FOR_NOW[0]])
def test_a_letter_that_did_not_go_counts_against_no_limit(
    client: Client, alice: User, server: Letters, answer: str
) -> None:
    server.refusals[alice.email] = answer
    for _time in range(8):
        assert client.post("/account/password/reset/", {"email": alice.email}).status_code == 302
        send_letters()
    assert not server.taken
    server.refusals.clear()
    client.post("/account/password/reset/", {"email": alice.email})
    assert len(sent_to(server, alice.email)) == 1
    try_again()
    assert len(server.taken) == 1, "earlier ones are no longer sent"


def test_no_link_that_opens_anything_lies_in_the_outbox(client: Client, alice: User, server: Letters) -> None:
    server.refusals[alice.email] = server.refusals[TYPO] = "451 try again"
    client.post("/account/signup/", NEW)
    client.post("/account/password/reset/", {"email": alice.email})
    send_letters()
    stored = json.dumps(list(Letter.objects.values()), default=str)
    server.refusals.clear()
    try_again()
    for letter in server.taken:
        assert link_in(letter).strip("/").rpartition("/")[2] not in stored
    assert {(letter.state, str(letter.facts)) for letter in Letter.objects.all()} == {("sent", "{}")}


def test_in_production_no_request_says_where_links_lead(
    client: Client, alice: User, server: Letters, settings: Settings
) -> None:
    """An address that is there for monitoring may belong to another machine in the network of who reads the mail."""
    settings.PRODUCTION, settings.SITE_URL = True, "https://games.example"
    settings.ALLOWED_HOSTS = ["games.example", "10.0.0.5"]
    client.post("/account/password/reset/", {"email": alice.email}, HTTP_HOST="10.0.0.5:8000")
    (letter,) = sent_to(server, alice.email)
    text = letter.get_body(("plain",)).get_content()
    assert "https://games.example/account/password/reset/key/" in text
    assert "10.0.0.5" not in text


def test_a_letter_that_is_no_longer_true_is_not_sent(client: Client, server: Letters) -> None:
    server.refusals[TYPO] = "451 try again"
    client.post("/account/signup/", NEW)
    send_letters()
    server.refusals.clear()
    EmailAddress.objects.update(verified=True)
    try_again()
    assert (server.taken, Letter.objects.get().state) == ([], Letter.State.PAST)


def test_letters_are_forgotten(client: Client, server: Letters) -> None:
    client.post("/account/signup/", NEW)
    send_letters()
    tidy()
    assert Letter.objects.count() == 1
    Letter.objects.update(made_at=timezone.now() - KEPT - timedelta(hours=1))
    tidy()
    assert not Letter.objects.exists()


@pytest.mark.half_second
def test_correcting_has_a_limit(client: Client, server: Letters) -> None:
    client.post("/account/signup/", NEW)
    answers = [client.post(CORRECT, {"email": f"bob{number}@example.org"}).status_code for number in range(11)]
    assert answers == [302] * 10 + [429]
    assert "already" in errors(client.post(CORRECT, {"email": "bob9@example.org"}))
