"""What is sent twice is one thing, at every address that takes forms: `twice.txt` says how."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import resolve, reverse

from games.services import matches
from tests.permissions.cast import EXAMPLE, GAME, PASSWORD, Stage
from tests.permissions.test_answers import table

TWICE = Path(__file__).with_name("twice.txt")
TEMPLATES = Path(__file__).parents[2] / "templates"
KEY = "a-key-that-a-page-has-shown"
BOOKKEEPING = {"accounts.Press", "sessions.Session", "usersessions.UserSession", "admin.LogEntry"}
FORM = re.compile(r"<form\b(?:[^>]|\n)*?>.*?</form>", re.DOTALL)
NEEDS_MORE = {
    "account_confirm_email": "a link from a mail",
    "account_reset_password_from_key": "a link from a mail",
    "account_set_password": "somebody without a password who is no guest",
    "mfa_activate_totp": "a second step",
    "mfa_authenticate": "a second step",
    "mfa_deactivate_totp": "a second step",
    "mfa_generate_recovery_codes": "a password given a moment ago",
    "mfa_remove_webauthn": "a passkey",
    "match_win": "a time that has run out",
    "match_win_decline": "a time that has run out",
}
"""Forms that are sent from a page which stands behind something else; they go the same way as the others."""


@cache
def declared() -> dict[str, str]:
    """`once` or `same` for every address of `twice.txt`."""
    lines = [line.split(maxsplit=2) for line in TWICE.read_text().splitlines() if line and line[0] != "#"]
    assert {kind for _name, kind, *_why in lines} == {"once", "same"}
    names = [name for name, *_rest in lines]
    assert len(names) == len(set(names))
    return {name: kind for name, kind, *_why in lines}


def keyed() -> list[str]:
    return sorted(name for name, kind in declared().items() if kind == "once")


@pytest.fixture
def stage(db: None, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.setattr(matches, "CHANCE", Random(1))
    return Stage()


def test_every_address_that_takes_forms_says_what_comes_of_two() -> None:
    """The administration is for a few, who see what they have entered."""
    takes = {
        question.name for question in table() if question.method == "POST" and not question.name.startswith("admin:")
    }
    assert takes == declared().keys()


def test_what_is_said_to_have_a_key_looks_at_it(stage: Stage) -> None:
    looks = {
        name for name in declared() if getattr(resolve(stage.path(name, "").partition("?")[0]).func, "is_once", False)
    }
    assert looks == set(keyed())


def test_every_form_of_such_an_address_carries_a_key() -> None:
    bare = []
    for file in TEMPLATES.rglob("*.html"):
        for form in FORM.findall(file.read_text()):
            names = set(re.findall(r"action=\"\{% url '([a-z_]+)'", form))
            if names & set(keyed()) and "{% once %}" not in form:
                bare.append(f"{file.relative_to(TEMPLATES)}: {names}")
    assert bare == []


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("account_claim", "guest"),
        ("account_login", "nobody"),
        ("account_signup", "nobody"),
        ("account_vacation", "member"),
        ("friends", "member"),
        ("play", "nobody"),
        ("records", "nobody"),
        ("table_new", "member"),
        ("watch", "nobody"),
    ],
)
def test_the_forms_of_pages_carry_another_key_each_time(stage: Stage, name: str, role: str) -> None:
    browser = stage.browser(role)
    shown = [re.findall(r'name="once" value="([^"]+)"', browser.get(reverse(name)).text) for _ in range(2)]
    assert all(shown)
    assert not set(shown[0]) & set(shown[1])


CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    # name: who, about which match, what
    "play": ("nobody", "", {"game": GAME, f"{GAME}-seats": "2", "level": "beginner"}),
    "play_now": ("nobody", "", {}),
    "records": ("nobody", "", {"text": EXAMPLE.read_text()}),
    "table_new": ("member", "", {}),
    "watch": ("nobody", "", {"seats": "2", "place_1": "solid", "place_2": "solid"}),
    "friends": ("member", "", {"do": "ask", "name": "Host"}),
    "match_chat": ("player", "", {"text": "Hello."}),
    "match_decline": ("invited", "@open", {}),
    "match_delete": ("host", "@study", {}),
    "match_end_agree": ("player", "", {}),
    "match_end_decline": ("player", "", {}),
    "match_exhibition_end": ("host", "@exhibition", {}),
    "match_hint": ("", "", {}),
    "match_invite_person": ("host", "@open", {"name": "Member"}),
    "match_kick": ("host", "@open", {}),
    "match_leave": ("player", "@open", {}),
    "match_plan": ("", "", {}),
    "match_play_on": ("member", "@over", {"seat": "0", "place_2": "beginner"}),
    "match_resign": ("player", "", {}),
    "match_start": ("host", "@open", {"level": "beginner"}),
    "match_undo": ("", "", {}),
    "account_change_password": ("member", "", {"oldpassword": PASSWORD, "password1": "eight stone condors"}),
    "account_claim": ("guest", "", {"username": "Tupac", "password1": PASSWORD}),
    "account_delete": ("member", "", {"name": "Member"}),
    "account_email": ("member", "", {"email": "member@example.org", "action_add": ""}),
    "account_login": ("nobody", "", {"login": "Member", "password": PASSWORD}),
    "account_reset_password": ("nobody", "", {"email": "player@example.org"}),
    "account_signup": ("nobody", "", {"username": "Tupac", "password1": PASSWORD}),
    "account_vacation": ("member", "", {"days": "3"}),
    "notice_test": ("member", "", {"channel": "pages"}),
    # These need no key.
    "match_analysis": ("member", "@over", {}),
    "match_chat_read": ("player", "", {}),
    "match_chat_report": ("invited", "", {"reason": "insult", "text": ""}),
    "match_join": ("member", "@open", {}),
    "match_orders": ("player", "", {}),
    "match_play": ("", "", {}),
    "match_rematch": ("host", "@over", {}),
    "person_report": ("member", "", {"reason": "insult", "text": "Everywhere."}),
}


def _sender(stage: Stage, name: str) -> tuple[Client, str, dict[str, Any]]:
    """A browser that has seen a page with forms, the address, and what it sends there."""
    role, about, form = CASES[name]
    match = stage.matches[about]
    if not role:  # whoever decides
        match.refresh_from_db()
        decider = match.seats.get(number=match.awaited).user
        role = {stage.people[each].pk: each for each in ("host", "player")}[decider.pk]
    browser = stage.browser(role)
    browser.get("/account/login/")
    match name:
        case "match_kick":
            form = {"user": stage.people["player"].pk}
        case "match_end_decline":
            browser.post(reverse("match_end_agree", args=[match.code]))
        case "match_hint" | "match_undo" | "match_play":
            form = stage.form("match_play", about)
            if name == "match_undo":
                browser.post(reverse("match_play", args=[match.code]), form)
                match.refresh_from_db()
                form = {"ply": match.ply}
        case "match_plan":
            other = "host" if role == "player" else "player"
            browser = stage.browser(other)
            browser.get("/account/login/")
            planned = browser.get(f"/match/{match.code}/?plan=1").text
            form = dict(re.findall(r'name="(place|action)" value="([^"]+)"', planned.partition('id="plan')[2])[:2])
        case "table_new":
            form = dict(_fields(browser.get("/tables/new/?game=rapa_nui")))
        case "account_delete":
            browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    path = stage.path(name, about)
    if name in ("watch", "table_new"):
        path += f"?game={GAME}"
    return browser, path, form


def _fields(page: Any) -> list[tuple[str, str]]:
    return list(page.context["form"].untouched())


def _rows() -> dict[str, int]:
    return {
        model._meta.label: model._base_manager.count()
        for model in apps.get_models()
        if model._meta.label not in BOOKKEEPING
    }


@pytest.mark.parametrize("name", sorted(CASES))
def test_what_is_sent_twice_is_one_thing(stage: Stage, name: str) -> None:
    browser, path, form = _sender(stage, name)
    if declared()[name] == "once":
        form = form | {"once": KEY}
    before = _rows()
    first = browser.post(path, form)
    assert first.status_code < 400, first.text
    after = _rows()
    second = browser.post(path, form)
    assert (second.status_code, second.headers.get("Location", "").partition("#")[0]) in (
        (first.status_code, first.headers.get("Location", "").partition("#")[0]),
        (302, first.headers.get("Location", "").partition("#")[0]),
    )
    assert _rows() == after
    if name in ("play", "play_now", "records", "table_new", "watch", "match_chat", "notice_test", "account_signup"):
        assert after != before, "nothing was begun"


def test_all_that_have_a_key_are_tried() -> None:
    assert not set(keyed()) - CASES.keys() - NEEDS_MORE.keys()
