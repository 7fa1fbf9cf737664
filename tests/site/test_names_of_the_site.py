"""A site may have any name: headers, URLs and file names contain it correctly encoded."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from accounts.letters import composed
from accounts.models import User
from deliveries.channels.mail import hand_in
from deliveries.channels.webhook import discord
from deliveries.words import NoticeText
from machupicchu import env
from machupicchu.run.console import Console
from machupicchu.run.valkey import Valkey
from tests.accounts.cast import PASSWORD, send_letters
from tests.notices.outlets import Letters
from tests.operating.sites import Site

MARKS = [*",:;@[]<>()\\\"'.%&=?#/", ", Inc", "a@b", "<b>"]
ODD = 'Ő, 中: <games@home>; [1] \\ "x"'
NAMES = [
    *(f"Tampu{mark} Games" for mark in MARKS),
    *MARKS,
    "Ősök városa",
    "失落之城",
    ODD,
    "🏔️ 👨‍👩‍👧",
    "Tampu " * 30,
    "失落之城" * 30,
]


def call(site: Settings, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the settings derived from the site's name, as if this were its name."""
    monkeypatch.setenv("SITE_NAME", name)
    site.SITE_NAME = env.title("SITE_NAME", "Machu Picchu")
    site.DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", title=site.SITE_NAME)
    site.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


@pytest.mark.half_second
def test_every_letter_says_who_it_is_from(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    context = {"origin": "https://games.example", "email": "bob@example.org", "signup_url": "https://games.example/"}
    with Letters().open() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        for name in NAMES:
            call(settings, name, monkeypatch)
            facts = context | {"site_name": settings.SITE_NAME}
            hand_in(composed("account/email/unknown_account", "bob@example.org", facts, code="code"))
            [sender] = server.taken.pop()["From"].addresses
            # Long names are encoded in parts, and the library that reads them here puts spaces between these.
            assert settings.SITE_NAME in (sender.display_name, sender.display_name.replace(" ", ""))
            assert sender.addr_spec == "noreply@localhost"
            assert " ".join(name.split()) == settings.SITE_NAME


@pytest.mark.django_db
def test_people_sign_up_whatever_the_site_is_called(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    with Letters().open() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        call(settings, ODD, monkeypatch)
        form = {"username": "Bob", "email": "bob@example.org", "password1": PASSWORD}
        assert client.post("/account/signup/", form).status_code == 302
        send_letters()
        [letter] = server.taken
    assert letter["To"] == "bob@example.org"


@pytest.mark.parametrize(
    "value",
    [
        "games@games.example",
        "Games <games@games.example>",
        '"Games, Inc." <games@games.example>',
        "Ő 中 <g@játék.example>",
    ],
)
def test_a_sender_that_mails_can_have_is_taken(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DEFAULT_FROM_EMAIL", value)
    assert env.sender("DEFAULT_FROM_EMAIL", title="x") == value


@pytest.mark.parametrize(
    "value",
    ["Games", "Games, Inc <games@games.example>", "Games: <games@games.example>", "games@", "@games.example", "<>"]
    + ["Games <games>", "a@b.example, c@d.example", "Games <games@games.example", "Games [1] <a@b.example>", "a b@c.d"]
    + ["a@b.example\nBcc: c@d.example", "<a@b.example> x"],
)
def test_a_sender_that_no_mail_can_have_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DEFAULT_FROM_EMAIL", value)
    with pytest.raises(ImproperlyConfigured, match="^DEFAULT_FROM_EMAIL=.* is no sender of emails; write it as"):
        env.sender("DEFAULT_FROM_EMAIL", title="x")


@pytest.mark.long
def test_the_start_itself_refuses_it(tmp_path: Path) -> None:
    environment = os.environ | {"VAR_DIR": str(tmp_path), "DEFAULT_FROM_EMAIL": "Games, Inc <games@games.example>"}
    environment["DJANGO_SETTINGS_MODULE"] = "machupicchu.settings"
    done = subprocess.run(
        [sys.executable, "-m", "machupicchu.run"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "DEFAULT_FROM_EMAIL='Games, Inc <games@games.example>' is no sender of emails" in done.stderr + done.stdout


def test_a_name_of_bytes_that_are_no_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environb, b"SITE_NAME", b"Tamp\xfa")
    with pytest.raises(ImproperlyConfigured, match="^SITE_NAME=.* must be text in UTF-8, without"):
        env.title("SITE_NAME", "x")


def test_a_name_stands_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_NAME", "Tampu\n  Bcc: all")
    assert env.title("SITE_NAME", "x") == "Tampu Bcc: all"


@pytest.mark.parametrize("value", ["games", "Games <a@b.example>", "https://games.example", "a@b.example,c"])
def test_an_address_to_write_to_is_one(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CONTACT_ADDRESS", value)
    with pytest.raises(ImproperlyConfigured, match="^CONTACT_ADDRESS="):
        env.address("CONTACT_ADDRESS")


def test_a_token_can_be_sent_in_a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH_TOKEN", "tőken")
    with pytest.raises(ImproperlyConfigured, match="^HEALTH_TOKEN cannot be sent in a header") as refused:
        env.token("HEALTH_TOKEN")
    assert "tőken" not in str(refused.value)


def test_a_server_is_called_as_browsers_call_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "játék.example,.失落.example,[::1]")
    monkeypatch.setenv("SITE_URL", "https://játék.example:8443/")
    monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", "https://játék.example,https://*.example")
    assert env.hosts("ALLOWED_HOSTS", "") == ["xn--jtk-ela5b.example", ".xn--zsss51h.example", "[::1]"]
    assert env.origin("SITE_URL", "") == "https://xn--jtk-ela5b.example:8443"
    assert env.origins("CSRF_TRUSTED_ORIGINS") == ["https://xn--jtk-ela5b.example", "https://*.example"]


@pytest.mark.parametrize("value", ["https://", "https://games example", "https://<games>", "https://a..é"])
def test_an_address_without_a_server_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SITE_URL", value)
    with pytest.raises(ImproperlyConfigured, match="^SITE_URL"):
        env.origin("SITE_URL", "")


def test_what_is_sent_to_servers_names_the_site_in_plain_letters(settings: Settings) -> None:
    assert f"MachuPicchu (+{settings.SITE_URL})" == settings.USER_AGENT
    assert settings.USER_AGENT.isascii()
    assert parseaddr(settings.DEFAULT_FROM_EMAIL)[1] == "noreply@localhost"


@pytest.mark.parametrize("name", ["Discord games", "a@b", "Tampu: games", "Everyone", "Clyde’s"])
def test_discord_is_given_no_name_that_it_refuses(settings: Settings, name: str) -> None:
    notice = NoticeText(kind="test", game="", title="Hello", text="you", path="/", subject="test")
    settings.SITE_NAME = "Tampu"
    assert discord(notice)["username"] == "Tampu"
    settings.SITE_NAME = name
    assert "username" not in discord(notice)


@pytest.mark.long
@pytest.mark.django_db
def test_apps_that_make_codes_read_who_they_are_for(tmp_path: Path, settings: Settings) -> None:
    script = "from django.conf import settings as s; import json; print(json.dumps([s.MFA_TOTP_ISSUER]))"
    site = Site(tmp_path / "site")
    [issuer] = json.loads(site.manage("shell", "-v0", "-c", script, SITE_NAME="Tampu: the city"))
    assert issuer == "Tampu the city"
    settings.MFA_TOTP_ISSUER = issuer
    url = get_mfa_adapter().build_totp_url(User(username="Bob"), "ABC")
    assert parse_qs(urlsplit(url).query)["issuer"] == [issuer]


def test_a_terminal_that_cannot_write_the_name_ends_nothing() -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Console(terminal).say("Ősök városa is open")
    terminal.seek(0)
    assert "is open" in terminal.read()


@pytest.mark.long
def test_a_folder_may_be_called_anything(tmp_path: Path) -> None:
    site = Site(tmp_path / 'a b%20#1?é"\\x')
    site.manage("migrate", "-v0")
    assert (site.folder / "site.sqlite3").exists()
    valkey = Valkey(site.folder / "valkey")
    process = subprocess.Popen(valkey.command())
    try:
        assert valkey.wait(60)
    finally:
        process.terminate()
        process.wait()
        valkey.reserved.close()
