"""Mails about the account: plain text and HTML, with the same words and the same link."""

from datetime import UTC, datetime
from html import unescape

import pytest
from django.conf import settings
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.letters import sheet
from accounts.models import User
from tests.accounts.cast import send_letters

NOTIFIED = (
    *(f"account/email/{name}" for name in ("email_changed", "email_deleted", "password_changed")),
    *(f"account/email/{name}" for name in ("password_reset", "password_set")),
    *(f"mfa/email/{name}" for name in ("totp_activated", "totp_deactivated", "webauthn_added", "webauthn_removed")),
    "mfa/email/recovery_codes_generated",
)


def test_a_mail_about_the_account_is_plain_and_pretty(client: Client, db: None) -> None:
    user = User.objects.create_user("Alice", email="alice@example.org", password="quiet-terrace-7")
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    client.post(reverse("account_reset_password"), {"email": user.email})
    send_letters()
    [letter] = mail.outbox
    [(html, kind)] = letter.alternatives
    assert kind == "text/html"
    address = next(line for line in letter.body.splitlines() if line.startswith("http"))
    assert f'href="{address}"' in unescape(html)
    assert "<h1" in html
    assert f">{settings.SITE_NAME}: " not in html, "the site's name is already shown above"
    assert "Hello Alice," in html


@pytest.mark.usefixtures("mail_server")
@pytest.mark.parametrize("page", ["account_signup", "account_reset_password"])
def test_no_name_is_made_a_link_in_a_mail_to_an_address_that_a_stranger_typed(
    client: Client, db: None, page: str
) -> None:
    form = {"email": "victim@example.org", "username": "www.evil.example", "password1": "quiet-terrace-7"}
    client.post(reverse("account_signup"), form)
    if page != "account_signup":
        client.post(reverse(page), form)
    send_letters()
    letter = mail.outbox[-1]
    [(html, _kind)] = letter.alternatives
    for words in (letter.subject, letter.body, html):
        assert "evil.example" not in words
    assert "www.\u2060evil.\u2060example" in letter.body


def test_what_members_call_themselves_is_no_markup() -> None:
    html = sheet("Hello", "Hello <b>Alice</b>,\n\nhttps://example.org/?a=1&b=2\n\n-- \nMachu")
    assert "&lt;b&gt;Alice" in html
    assert 'href="https://example.org/?a=1&amp;b=2"' in html
    assert ">Machu<" not in html, "the logo is already shown above"


@pytest.mark.parametrize("name", NOTIFIED)
def test_every_notice_about_safety_has_our_words(name: str) -> None:
    user = User(username="Alice")
    context = {"user": user, "site_name": "The site", "timestamp": datetime(2026, 6, 1, tzinfo=UTC), "ip": "192.0.2.7"}
    context |= {"origin": "https://games.example", "user_agent": "Browser", "to_email": "b@example.org"}
    with timezone.override("Asia/Kolkata"):
        text = render_to_string(f"{name}_message.txt", context | {"from_email": "a@example.org"})
    assert text.lstrip().startswith("Hello,")
    assert "The site" in text
    assert "When: 1 June 2026, 05:30 (Asia/Kolkata)" in text
    assert "192.0.2.7" in text
    subject = render_to_string(f"{name}_subject.txt", context).strip()
    assert subject == subject.capitalize()
