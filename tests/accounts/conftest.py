"""The cast: Alice is a member with an address. Mails are files, as on a site without a mail server."""

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services import computer_players_ensure
from tests.accounts.cast import PASSWORD, Mails, send_letters


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def guest_browser(db: None) -> Client:
    """A browser that has pressed "Play now": a guest at one table with a computer player."""
    computer_players_ensure()
    browser = Client()
    browser.post("/play-now/", {"game": "rapa_nui"})
    return browser


@pytest.fixture
def mails(settings: Settings, tmp_path: Path) -> Mails:
    """The mails written so far, the oldest first: what is in the outbox is sent first."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path

    def read() -> list[EmailMessage]:
        send_letters()
        files = sorted(tmp_path.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]

    return read


@pytest.fixture
def mail_server(settings: Settings) -> None:
    """The site as it is with a mail server: addresses are required and must be confirmed."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
