import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from machupicchu.checks import check_debug, check_hosts, check_mail

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("hosts", "found"),
    [
        (["play.example.org"], []),
        (["play.example.org", "localhost"], []),
        (["localhost", "127.0.0.1"], ["machupicchu.E002"]),
        (["*"], ["machupicchu.E001"]),
    ],
)
def test_production_names_its_hosts(settings: Settings, hosts: list[str], found: list[str]) -> None:
    settings.PRODUCTION, settings.ALLOWED_HOSTS = True, hosts
    assert [message.id for message in check_hosts()] == found


@pytest.mark.parametrize(
    ("url", "sender", "found"),
    [
        ("smtps://mail.example.org", "Inn <inn@example.org>", []),
        ("smtps://mail.example.org", "Inn <inn@localhost>", ["machupicchu.W002"]),
        ("", "Inn <inn@example.org>", ["machupicchu.W001"]),
    ],
)
def test_production_sends_mails(settings: Settings, url: str, sender: str, found: list[str]) -> None:
    settings.PRODUCTION, settings.EMAIL_URL, settings.DEFAULT_FROM_EMAIL = True, url, sender
    messages = check_mail()
    assert [message.id for message in messages] == found
    assert all(message.hint for message in messages)


def test_debug_is_for_one_machine(settings: Settings) -> None:
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["localhost"]
    assert check_debug() == []
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert [message.id for message in check_debug()] == ["machupicchu.W003"]


def test_a_small_site_is_not_bothered(settings: Settings) -> None:
    settings.PRODUCTION = False
    assert check_hosts() + check_mail() == []


@pytest.mark.long
def test_well_configured_production_is_clean(tmp_path: Path) -> None:
    environment = os.environ | {
        "PRODUCTION": "true",
        "VAR_DIR": str(tmp_path),
        "ALLOWED_HOSTS": "play.example.org",
        "EMAIL_URL": "smtp+tls://user:word@mail.example.org",
        "DEFAULT_FROM_EMAIL": "Machu Picchu <play@example.org>",
        "IMPRINT": "The Club | Street 1",
        "CONTACT_ADDRESS": "play@example.org",
        "DJANGO_SETTINGS_MODULE": "machupicchu.settings",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout
