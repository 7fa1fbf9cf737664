"""What is made for one person is cached by no proxy and no browser, at any URL."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.http import SimpleCookie
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.cast import PASSWORD, send_letters
from tests.games.addresses import addresses
from tests.permissions.cast import ROLES, Stage
from tests.visitors import visitor

SAME_FOR_ALL = {"manifest", "match_embed", "oembed", "open_games_list", "robots", "service_worker"}
"""Names of URLs for programs and other sites' pages: they look nobody up."""
KEPT = {"example"}
"""Names of URLs that a browser may cache for a while, but nothing between it and the site."""
FIRST = "superuser"
"""The role that sees most; other roles, and POST requests, are tested in the slow lane."""


def is_kept_by_nobody(answer: Any) -> bool:
    """Whether no cache may store a response, not even the browser's for going back."""
    return {"no-store", "private"} <= {part.strip() for part in answer.headers.get("Cache-Control", "").split(",")}


def kept(stage: Stage, role: str, methods: tuple[str, ...]) -> list[str]:
    """The URLs whose responses to someone may be cached somewhere. Changes are rolled back."""
    browser, found = stage.browser(role), []
    cookies = {name: cookie.value for name, cookie in browser.cookies.items()}
    for name in sorted(address.name for address in addresses() if address.name not in SAME_FOR_ALL | KEPT):
        for method in methods:
            path, form = stage.path(name, ""), stage.form(name, "")
            with transaction.atomic():
                answer: Any = browser.get(path) if method == "GET" else browser.post(path, form)
                transaction.set_rollback(True)
            browser.cookies = SimpleCookie(cookies)
            if not is_kept_by_nobody(answer):
                found.append(f"{method} {path} is answered {answer.status_code} {answer.headers}")
    return found


@pytest.mark.long
@pytest.mark.django_db
def test_no_page_of_a_visitor_is_kept() -> None:
    assert kept(Stage(), FIRST, ("GET",)) == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("role", [role for role in ROLES if role != "nobody"])
def test_no_answer_to_a_visitor_is_kept(role: str) -> None:
    assert kept(Stage(), role, ("GET", "POST")) == []


@pytest.mark.half_second
@pytest.mark.django_db
def test_what_browsers_may_keep_is_kept_by_no_proxy() -> None:
    stage = Stage()
    browser = stage.browser("player")
    for name in KEPT:
        answer = browser.get(stage.path(name, ""), {"step": "1"})
        assert answer.status_code == 200
        assert {"private", "max-age=600"} == set(answer.headers["Cache-Control"].split(", "))
        assert "Cookie" in answer.headers["Vary"]


@pytest.mark.half_second
@pytest.mark.django_db
def test_what_is_the_same_for_all_says_nothing_of_a_visitor() -> None:
    stage = Stage()
    nobody, player = Client(), stage.browser("player")
    for name in SAME_FOR_ALL:
        answers = [browser.get(stage.path(name, "")) for browser in (nobody, player)]
        assert answers[0].content == answers[1].content
        assert answers[0].headers["Cache-Control"] == answers[1].headers["Cache-Control"]


@pytest.mark.django_db
def test_errors_are_not_kept_either() -> None:
    player = visitor(User.objects.create_user("Alice"))
    for path in ("/nothing/", "/match/nothing/", "/static/nothing.js"):
        answer = player.get(path)
        assert answer.status_code == 404, path
        assert is_kept_by_nobody(answer), path


def test_the_page_behind_the_link_of_a_mail_is_not_kept(client: Client, db: None, mailoutbox: list[Any]) -> None:
    form = {"username": "Alice", "password1": PASSWORD, "email": "alice@example.org"}
    assert Client().post(reverse("account_signup"), form).status_code == 302
    client.post(reverse("account_reset_password"), {"email": form["email"]})
    send_letters()
    link = re.search(r"http://testserver(/\S+)", mailoutbox[-1].body)
    assert link
    page = client.get(link[1], follow=True)
    assert "password" in page.content.decode()
    assert is_kept_by_nobody(page)
