"""The cast: Alice is a member with an email address."""

import email
import email.policy
from email.message import EmailMessage

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services import computer_players_ensure
from tests.accounts.cast import PASSWORD, Mails, log_in, prove, send_letters


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, in which she has just entered her password."""
    browser = Client()
    assert log_in(browser, "Alice")
    prove(browser)
    return browser


@pytest.fixture
def guest_browser(db: None) -> Client:
    """A browser that has pressed "Play now": a guest at one table with a computer player."""
    computer_players_ensure()
    browser = Client()
    browser.post("/play-now/", {"game": "rapa_nui"})
    return browser


@pytest.fixture
def mails(mailoutbox: list[EmailMultiAlternatives]) -> Mails:
    """A function that sends what is in our outbox, and returns all mails so far, oldest first, parsed from their bytes.

    In memory, not in files: Django names such files by the second and by an object's place in memory, so two mails may
    share one.
    """

    def read() -> list[EmailMessage]:
        send_letters()
        return [email.message_from_bytes(mail.message().as_bytes(), policy=email.policy.default) for mail in mailoutbox]

    return read


@pytest.fixture
def mail_server(settings: Settings) -> None:
    """The site with a mail server: email addresses are required and must be confirmed."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_PREVENT_ENUMERATION = "strict"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
