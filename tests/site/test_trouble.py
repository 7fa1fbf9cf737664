"""While storage refuses writes, every page can still be read, and no form causes an internal error."""

from __future__ import annotations

import sqlite3
from collections.abc import Container
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import NoReverseMatch

from accounts.models import User
from common.trouble import is_trouble
from tests.permissions.cast import ADDRESSES, Stage
from tests.refusing import database_refuses, valkey_refuses

OPENS = frozenset({"match_invite"})
"""Requested last, as it lets its reader see the match."""
NEED = {"database": {"health"}, "valkey": {"health", "account_data", "my_records"}}
"""Pages that answer 503 while this storage refuses: costly requests are counted, to limit their rate."""

pytestmark = pytest.mark.django_db(transaction=True)

REFUSALS = {"database": database_refuses, "valkey": valkey_refuses}


def asked(stage: Stage, browser: Client, method: str, without: Container[str] = ()) -> dict[str, int]:
    """The status of every URL that can be requested at all."""
    statuses = {}
    for name in sorted(name for name in ADDRESSES if name not in without):
        try:
            path = stage.path(name, "")
        except (NoReverseMatch, AssertionError):
            continue
        answer: Any = browser.get(path) if method == "GET" else browser.post(path, stage.form(name, ""))
        statuses[name] = answer.status_code
        if answer.status_code == 503 and name != "health":
            assert (b"One moment" in answer.content, answer.headers["Retry-After"]) == (True, "3")
    return statuses


@pytest.mark.slow
@pytest.mark.parametrize("role", ["nobody", "guest", "player", "moderator"])
@pytest.mark.parametrize("refusing", REFUSALS)
def test_every_page_is_read_and_every_form_says_one_moment_while_a_storage_refuses(refusing: str, role: str) -> None:
    stage = Stage()
    browser = stage.browser(role)
    browser.raise_request_exception = False
    usual = asked(stage, browser, "GET", OPENS)
    cache.clear()  # or the API, asked again within a minute, says that it is too often
    with REFUSALS[refusing]():
        read = asked(stage, browser, "GET", OPENS)
        sent = asked(stage, browser, "POST")
        opened: Any = browser.get(stage.path("match_invite", ""))
    others = {name: (status, usual[name]) for name, status in read.items() if status != usual[name]}
    assert not {name: how for name, how in others.items() if name not in NEED[refusing] or how[0] != 503}
    assert not {400, 500} & set(sent.values()), sent
    assert opened.status_code in (302, 503)
    if role == "player":
        assert 503 in sent.values()


@pytest.mark.half_second
def test_where_seeing_cannot_be_marked_the_page_comes_as_ever() -> None:
    stage = Stage()
    browser = stage.browser("player")
    with database_refuses():
        assert browser.get(stage.path("match", "")).status_code == 200
        assert browser.get(stage.path("notices", "")).status_code == 200
        answer: Any = browser.post(stage.path("match_play", ""), stage.form("match_play", ""))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    assert b"One moment" in answer.content


@pytest.mark.half_second
def test_where_it_cannot_be_noted_who_is_here_pages_and_streams_come_as_ever() -> None:
    stage = Stage()
    browser = stage.browser("host")
    with valkey_refuses():
        assert browser.get(stage.path("match", "@open")).status_code == 200
        assert browser.get(stage.path("your_turn", "")).status_code == 200
        assert browser.get(stage.path("api:events", "")).status_code == 200


@pytest.mark.long
def test_a_form_whose_session_cannot_be_written_says_one_moment() -> None:
    stage = Stage()
    browser = stage.browser("player")
    with database_refuses():
        answer: Any = browser.post(stage.path("account_delete", ""))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")


def test_a_full_database_is_trouble_and_a_wrong_statement_is_none() -> None:
    def failure(*statements: str) -> Exception:
        *before, last = statements
        with sqlite3.connect(":memory:") as full:
            for statement in before:
                full.execute(statement)
            with pytest.raises(sqlite3.Error) as raised:
                full.execute(last)
        wrapped = OperationalError(str(raised.value))
        wrapped.__cause__ = raised.value
        return wrapped

    large = ("PRAGMA max_page_count = 2", "CREATE TABLE t (x)", "INSERT INTO t VALUES (zeroblob(100000))")
    assert is_trouble(failure(*large))
    assert not is_trouble(failure("SELECT nothing FROM nowhere"))


def test_health_says_that_nothing_is_stored(client: Client, settings: Any) -> None:
    from machupicchu.monitoring import storage_probe

    settings.HEALTH_TOKEN = "let-me-see"
    for refusing, context in REFUSALS.items():
        storage_probe._last = (-storage_probe.EVERY, {})
        with context():
            answer = client.get("/health/", headers={"Authorization": "Bearer let-me-see"})
        assert (answer.status_code, list(answer.json()["storing"])) == (503, ["ok", refusing])
    storage_probe._last = (-storage_probe.EVERY, {})
    assert client.get("/health/", headers={"Authorization": "Bearer let-me-see"}).json()["storing"] == {"ok": True}
    assert not User.objects.exists()
