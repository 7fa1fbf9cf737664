"""Every URL and every socket answers everyone as `table.txt` says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.http import SimpleCookie
from django.test import Client
from django.urls import reverse

from games.sockets.urls import websocket_urlpatterns
from machupicchu.asgi import application
from tests.games.addresses import addresses, send
from tests.games.conversation import run
from tests.permissions.answers import Question, table
from tests.permissions.cast import MATCHES, ROLES, Stage

LEADS_TO = {
    reverse("account_login"): "login",
    reverse("admin:login"): "login",
    reverse("account_signup"): "signup",
    reverse("account_claim"): "claim",
    reverse("account_reauthenticate"): "password",
}
AS_MEMBER = '"'
ASKED_FIRST = ("nobody", "member")
"""The other roles, which usually get the same answer as one of these, are tested in the slow lane."""
SOCKETS = {"ws/match/<slug:code>/": "socket_match", "ws/me/": "socket_me", "": "socket_elsewhere"}


def must_be_asked() -> set[Question]:
    """All pages and forms."""
    return {Question(address.name, "", method) for address in addresses() for method in ("GET", "POST")}


def answer(stage: Stage, browser: Client, question: Question, before: list[Any]) -> str:
    """The status, or the name of the page that the answer redirects to; with `*` if it changed the match.

    Changes are rolled back: what is stored of the match is `before` at every question.
    """
    cookies = {name: cookie.value for name, cookie in browser.cookies.items()}
    path, form = stage.path(question.name, question.about), stage.form(question.name, question.about)
    with transaction.atomic():
        response: Any = browser.get(path) if question.method == "GET" else send(browser, question.name, path, form)
        mark = "*" if stage.whole(question.about) != before else ""
        transaction.set_rollback(True)
    browser.cookies = SimpleCookie(cookies)
    return LEADS_TO.get(response.headers.get("Location", "").partition("?")[0], str(response.status_code)) + mark


def differing(stage: Stage, role: str, rows: dict[Question, str]) -> list[str]:
    """The answers that differ from `rows`, as sentences."""
    browser = stage.browser(role)
    before = {about: stage.whole(about) for about in MATCHES}
    answers = {
        question: answer(stage, browser, question, before[question.about])
        for question in rows
        if question.method != "WS"
    }
    return [
        f"{question} {role} is answered {got}, and the table says {rows[question]}"
        for question, got in answers.items()
        if got != rows[question]
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    "role", [pytest.param(role, marks=[] if role in ASKED_FIRST else pytest.mark.slow) for role in ROLES]
)
def test_all_visitors_get_the_answers_that_are_written_down(stage: Stage, role: str) -> None:
    rows = {question: answers[role] for question, answers in table().items() if answers[role] != AS_MEMBER}
    assert not differing(stage, role, rows)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["player", "host", "watcher", "friend", "invited", "blocked"])
def test_what_is_not_about_a_match_is_answered_to_all_members_alike(stage: Stage, role: str) -> None:
    rows = {question: answers["member"] for question, answers in table().items() if answers[role] == AS_MEMBER}
    assert not differing(stage, role, rows)


@pytest.mark.half_second
def test_whatever_is_not_in_the_table_is_not_accepted(stage: Stage) -> None:
    browser = stage.browser("superuser")
    before = stage.whole("")
    found = {
        question: answer(stage, browser, question, before) for question in sorted(must_be_asked() - table().keys())
    }
    accepted = [str(question) for question, got in found.items() if got != "405"]
    assert not accepted, f"say in table.txt who may do this: {accepted}"


def test_the_table_speaks_of_nothing_else() -> None:
    about_running = {question for question in table() if not question.about}
    sockets = {Question(name, "", "WS") for name in SOCKETS.values()}
    assert about_running <= must_be_asked() | sockets
    assert sockets <= about_running
    assert [str(pattern.pattern) for pattern in websocket_urlpatterns] == list(SOCKETS)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_sockets_answer_all_visitors_as_it_is_written_down() -> None:
    stage = Stage()
    paths = {"socket_match": f"/ws/match/{stage.matches[''].code}/", "socket_me": "/ws/me/", "socket_elsewhere": "/ws/"}
    cookies = {role: stage.browser(role).cookies.output(header="", sep=";") for role in ROLES}

    expected = {name: table()[Question(name, "", "WS")] for name in paths}

    async def heard(name: str, role: str) -> str:
        """`open` if the socket stays open, else the code with which it was closed; closing may take long."""
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookies[role].encode())]
        socket = WebsocketCommunicator(application, paths[name], headers=headers)
        await socket.connect(timeout=60)
        found = "open"
        if not await socket.receive_nothing(timeout=0.2 if expected[name][role] == "open" else 60):
            found = str((await socket.receive_output())["code"])
        await socket.disconnect()
        return found

    async def everybody() -> dict[str, dict[str, str]]:
        return {
            name: dict(zip(ROLES, await asyncio.gather(*(heard(name, role) for role in ROLES)), strict=True))
            for name in paths
        }

    assert run(everybody()) == expected
