"""Helpers for the tests of accounts."""

import re
import time
from collections.abc import Callable
from email.message import EmailMessage

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.services import computer_players_ensure
from deliveries.services.account_letters import send_batch
from games.models import Match
from games.services.lobby.matches import match_create

PASSWORD = "seven stone condors"
Mails = Callable[[], list[EmailMessage]]


def user_of(browser: Client) -> User:
    """The user this browser is logged in as."""
    return User.objects.get(pk=browser.session["_auth_user_id"])


def send_letters() -> None:
    """Send all emails about accounts that are due, as a worker does."""
    while send_batch(time.monotonic() + 60):
        pass


def words_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    plain = mail.get_body(("plain",))
    assert plain is not None
    text: str = plain.get_content()
    return text


def link_in(mail: EmailMessage) -> str:
    """The path of the first link in a mail."""
    found = re.search(r"http://testserver(/\S+)", words_of(mail))
    assert found, words_of(mail)
    return found[1]


def open_table(host: User, *others: User | None) -> Match:
    """A table of Rapa Nui with `host` and `others`; None is a free seat."""
    return match_create(host=host, game="rapa_nui", others=others)


def llama() -> User:
    """The weakest computer player."""
    return computer_players_ensure()[0]


def log_in(browser: Client, login: str, password: str = PASSWORD) -> bool:
    """Send the log-in form. Returns whether this browser is now logged in as someone else than before."""
    before = browser.session.get("_auth_user_id")
    browser.post("/account/login/", {"login": login, "password": password})
    return browser.session.get("_auth_user_id") not in {before, None}


def prove(browser: Client, password: str = PASSWORD) -> None:
    """Give the password again, as forms ask for that hand out access."""
    browser.post("/account/reauthenticate/", {"password": password})


def errors(response: HttpResponse) -> str:
    """All errors of the form in a page."""
    form = response.context["form"]
    return " ".join(message for messages in form.errors.values() for message in messages)


def code_of(secret: str) -> str:
    """The code that an authenticator app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))
