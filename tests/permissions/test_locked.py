"""A database that is locked between any two writes of a form: the answer is true, and pressing again goes on.

Each form is sent again and again to the same site; every time another one of its writes meets a locked database.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache as limits
from django.db import OperationalError, connection
from django.http import HttpResponse, SimpleCookie
from django.test import Client

from games.models import Challenge
from tests.permissions.cast import Stage
from tests.permissions.test_twice import CASES, KEY, _rows, _sender, declared

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="puts the site back as it was by a copy of its file"),
]

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)

QUICK = ["account_signup", "play_now"]
NOT_THEM = ["account_delete"]
"""It goes step by step. Once the account is gone there is nobody who could press again."""

SEEN = "games.ReadMark"
"""What someone has read. The page that they are led to notes it as well."""

FORMS = sorted(name for name in CASES if not name.startswith("api:") and name not in NOT_THEM)


@dataclass
class Lock:
    """Refuses the write with this number; none after it, as whoever had locked the database has finished."""

    at: int
    written: int = field(default=0, init=False)

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if WRITES.match(sql):
            self.written += 1
            if self.written == self.at:
                busy = sqlite3.OperationalError("database is locked")
                busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise OperationalError("database is locked") from busy
        return execute(sql, *rest)

    @property
    def has_struck(self) -> bool:
        return self.written >= self.at


class Site:
    """The cast, and the database as it was when they had come."""

    def __init__(self) -> None:
        self.stage = Stage()
        self._stored = sqlite3.connect(":memory:")
        _file().backup(self._stored)

    def put_back(self) -> None:
        """Let nothing have happened since."""
        self._stored.backup(_file())
        limits.clear()


@contextmanager
def put_back_to_now() -> Iterator[Callable[[], None]]:
    """What puts the database back to how it is now."""
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
    """Where an answer leads, whatever the code of what was begun."""
    where = answer.headers.get("Location", "").partition("#")[0]
    return answer.status_code, re.sub(r"/(match|cup|club|deal)s?/[^/]+/", r"/\1/…/", where)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in FORMS]
)
def test_pressing_again_goes_on_wherever_the_database_was_locked(name: str) -> None:
    site().put_back()
    first, path, form = _sender(site().stage, name)
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
        rows, is_known = _rows(), SESSION_KEY in undisturbed.session
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
            others = {model: (rows[model], now) for model, now in _rows().items() if now != rows[model]}
            assert not others.keys() - {SEEN}, f"{said}, then {others}"
            assert (SESSION_KEY in disturbed.session) is is_known, said
