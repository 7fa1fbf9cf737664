"""A database that is locked at any write of a form: the answer is true, and pressing again continues.

Each form is sent repeatedly to the same site; each time another one of its writes finds the database locked.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache as limits
from django.db import connection
from django.http import HttpResponse, SimpleCookie
from django.test import Client

from games.models import Challenge
from tests.permissions.cast import Stage
from tests.permissions.forms import CASES, KEY, declared, row_counts, sender
from tests.refusing import Lock

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="puts the site back as it was by a copy of its file"),
]

QUICK = ["account_signup", "play_now"]
NOT_THEM = ["account_delete"]
"""It works step by step: once the account is gone, nobody could press again."""

SEEN = "games.ReadMark"
"""What someone has read. The page after the redirect records it as well."""

FORMS = sorted(name for name in CASES if not name.startswith("api:") and name not in NOT_THEM)


class Site:
    """The cast, and a copy of the database from when it was set up."""

    def __init__(self) -> None:
        self.stage = Stage()
        self._stored = sqlite3.connect(":memory:")
        _file().backup(self._stored)

    def put_back(self) -> None:
        """Restore the database and the rate limits."""
        self._stored.backup(_file())
        limits.clear()


@contextmanager
def put_back_to_now() -> Iterator[Callable[[], None]]:
    """A function that restores the database to its state at the start of the block."""
    stored = sqlite3.connect(":memory:")
    _file().backup(stored)

    def put_back() -> None:
        stored.backup(_file())
        limits.clear()

    try:
        yield put_back
    finally:
        stored.close()


def _file() -> sqlite3.Connection:
    connection.ensure_connection()
    found: sqlite3.Connection = connection.connection
    return found


@cache
def site() -> Site:
    return Site()


def led(answer: HttpResponse) -> tuple[int, str]:
    """The status and target of a response, without the codes of anything that was created."""
    where = answer.headers.get("Location", "").partition("#")[0]
    return answer.status_code, re.sub(r"/(match|cup|club|deal)s?/[^/]+/", r"/\1/…/", where)


@pytest.mark.half_second
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in FORMS]
)
def test_pressing_again_goes_on_wherever_the_database_was_locked(name: str) -> None:
    site().put_back()
    first, path, form = sender(site().stage, name)
    match name:
        case "match_analysis":  # of a match in which something was played
            path = site().stage.path(name, "@alone")
        case "match_send":  # which the cast has done already
            Challenge.objects.all().delete()
        case "table_new":
            form |= {"invite": "Member"}
    cookies = first.cookies.output(header="", sep=";")
    form |= {"csrfmiddlewaretoken": first.cookies["csrftoken"].value}
    if declared()[name] == "once":
        form |= {"once": KEY}
    with put_back_to_now() as put_back:

        def press(browser: Client) -> HttpResponse:
            return browser.post(path, form)

        def browser() -> Client:
            put_back()
            fresh = Client(enforce_csrf_checks=True)
            fresh.cookies = SimpleCookie(cookies)
            return fresh

        undisturbed = browser()
        goal = led(press(undisturbed))
        assert goal[0] < 400
        rows, is_known = row_counts(), SESSION_KEY in undisturbed.session
        for number in count(1):
            disturbed, lock = browser(), Lock(number)
            with connection.execute_wrapper(lock):
                answer = press(disturbed)
            if not lock.has_struck:
                assert number > 1
                return
            said = f"write {number}: {answer.status_code}"
            assert answer.status_code == 503 or led(answer) == goal, said
            limits.clear()
            again = press(disturbed)
            assert led(again) == goal, f"{said}, then {led(again)}"
            others = {model: (rows[model], now) for model, now in row_counts().items() if now != rows[model]}
            assert not others.keys() - {SEEN}, f"{said}, then {others}"
            assert (SESSION_KEY in disturbed.session) is is_known, said
