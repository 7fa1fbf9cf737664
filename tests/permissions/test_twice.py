"""Sending a form twice does one thing, at every URL that takes forms: `twice.txt` says how."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import SimpleCookie
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import User
from tests.folders import template_folders
from tests.games.addresses import send
from tests.permissions.answers import table
from tests.permissions.cast import Stage
from tests.permissions.forms import CASES, KEY, declared, row_counts, sender

FORM = re.compile(r"<form\b(?:[^>]|\n)*?>.*?</form>", re.DOTALL)
NEEDS_MORE = {
    "account_bot": "the same page for a bot, which the reader must have",
    "account_bot_delete": "a bot of the reader's own: tests/accounts/test_bots.py",
    "account_bot_take": "a link from someone else: tests/accounts/test_bots.py",
    "account_confirm_email": "a link from a mail",
    "account_email_correct": "a mail server and an address that was never confirmed: tests/accounts/test_letters.py",
    "account_reset_password_from_key": "a link from a mail",
    "account_tokens": "a page that shows a secret once, so its answer is no redirect: tests/games/test_api.py",
    "account_set_password": "a member without a password",
    "mfa_activate_totp": "two-step login",
    "mfa_authenticate": "two-step login",
    "mfa_deactivate_totp": "two-step login",
    "mfa_generate_recovery_codes": "a password given a moment ago",
    "mfa_remove_webauthn": "a passkey",
    "api:win_decline": "a time that has run out",
    "api:win_take": "a time that has run out",
    "match_name": "a guest who waits at a table: tests/games/test_naming.py",
    "match_win": "a time that has run out",
    "match_win_decline": "a time that has run out",
}
"""Forms on pages that need something else first; they work like the others."""


def keyed() -> list[str]:
    return sorted(name for name, kind in declared().items() if kind == "once")


def test_every_address_that_takes_forms_says_what_comes_of_two() -> None:
    """The administration is left out: it is for a few people, who see what they have entered."""
    takes = {
        question.name for question in table() if question.method == "POST" and not question.name.startswith("admin:")
    }
    assert takes == declared().keys()


@pytest.mark.half_second
def test_what_is_said_to_have_a_key_looks_at_it(stage: Stage) -> None:
    looks = {
        name
        for name in declared()
        if getattr(resolve(stage.path(name, "").partition("?")[0]).func, "is_idempotent", False)
    }
    assert looks == set(keyed())


def test_every_form_of_such_an_address_carries_a_key() -> None:
    bare = []
    for file in (file for folder in template_folders() for file in folder.rglob("*.html")):
        for form in FORM.findall(file.read_text()):
            names = set(re.findall(r"action=\"\{% url '([a-z_]+)'", form))
            if names & set(keyed()) and "{% form_key %}" not in form:
                bare.append(f"{file.relative_to(settings.BASE_DIR)}: {names}")
    assert bare == []


SHOW_A_KEY = {
    "account_claim": "guest",
    "account_login": "nobody",
    "account_signup": "nobody",
    "account_vacation": "member",
    "cup_new": "member",
    "device": "nobody",
    "friends": "member",
    "play": "nobody",
    "records": "nobody",
    "table_new": "member",
    "watch": "nobody",
}
"""Pages with such a form, and who sees it there."""


@pytest.mark.half_second
def test_the_forms_of_pages_carry_another_key_each_time(stage: Stage) -> None:
    alike = {}
    for name, role in SHOW_A_KEY.items():
        browser = stage.browser(role)
        shown = [re.findall(r'name="once" value="([^"]+)"', browser.get(reverse(name)).text) for _ in range(2)]
        if not all(shown) or set(shown[0]) & set(shown[1]):
            alike[name] = shown
    assert not alike


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(CASES))
def test_what_is_sent_twice_is_one_thing(stage: Stage, name: str) -> None:
    browser, path, form = sender(stage, name)
    is_api = name.startswith("api:")
    if declared()[name] == "once" and not is_api:
        form = form | {"once": KEY}
    headers = {"Idempotency-Key": KEY} if is_api else None
    before = row_counts()
    first = send(browser, name, path, form, headers)
    assert first.status_code < 400, first.text
    after = row_counts()
    second = send(browser, name, path, form, headers)
    assert not is_api or second.content == first.content
    assert (second.status_code, second.headers.get("Location", "").partition("#")[0]) in (
        (first.status_code, first.headers.get("Location", "").partition("#")[0]),
        (302, first.headers.get("Location", "").partition("#")[0]),
    )
    assert row_counts() == after
    if name in (
        "cup_new",
        "device",
        "pair",
        "play",
        "play_now",
        "records",
        "table_new",
        "watch",
        "match_chat",
        "notice_test",
        "account_signup",
        "api:exhibitions",
        "api:pair",
        "api:studies",
        "api:tables",
        "api:chat",
    ):
        assert after != before, "the form changed nothing"


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(name for name in keyed() if CASES.get(name, ("",))[0] == "nobody"))
def test_no_form_lets_in_as_the_member_that_a_guest_has_become(stage: Stage, name: str) -> None:
    """An earlier user of that browser has noted the form with its key, and the cookies."""
    browser, path, form = sender(stage, name)
    noted, form = SimpleCookie(browser.cookies.output(header="", sep=";")), form | {"once": KEY}
    assert send(browser, name, path, form).status_code < 400
    person = browser.session.get(SESSION_KEY)
    if person is None:  # it logs nobody in
        return
    member = User.objects.get(pk=person)
    member.is_guest = False
    member.set_password("eight stone condors")
    member.save()
    other = Client()
    other.cookies = noted
    send(other, name, path, form)
    assert other.session.get(SESSION_KEY) != person


def test_all_that_have_a_key_are_tried() -> None:
    assert not set(keyed()) - CASES.keys() - NEEDS_MORE.keys()
