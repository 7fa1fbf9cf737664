"""Marks of browsers: signed, readable again, each kind apart from the others."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.core.signing import get_cookie_signer
from django.http import HttpResponse
from django.test import RequestFactory

from common.marks import BrowserMark
from daily.pages.mark import MARK as DEALS_PLAYED
from games.selectors.lobby.deal_mark import PLAYED_HERE as SENT_DEALS_PLAYED
from puzzles.pages.mark import MARK as PUZZLES_ANSWERED

KINDS = (DEALS_PLAYED, SENT_DEALS_PLAYED, PUZZLES_ANSWERED)

each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.cookie)


def read(kind: BrowserMark, value: str) -> list[str]:
    """What the site reads from a browser whose cookie of this kind has the value."""
    request = RequestFactory().get("/")
    request.COOKIES[kind.cookie] = value
    return kind.read(request)


def sent(kind: BrowserMark, *parts: str) -> str:
    """The value of the cookie that leaves this mark."""
    response = HttpResponse()
    kind.leave(response, parts)
    return response.cookies[kind.cookie].value


def test_a_browser_without_a_mark_has_done_nothing() -> None:
    assert DEALS_PLAYED.read(RequestFactory().get("/")) == []


@each_kind
def test_a_mark_is_read_again_until_it_is_too_old(kind: BrowserMark) -> None:
    with time_machine.travel(0, tick=False) as travel:
        value = sent(kind, "first", "second")
        travel.shift(kind.age)
        assert read(kind, value) == ["first", "second"]
        travel.shift(timedelta(seconds=1))
        assert read(kind, value) == []


@each_kind
def test_a_mark_of_another_kind_is_no_mark(kind: BrowserMark) -> None:
    for other in set(KINDS) - {kind}:
        assert read(kind, sent(other, "first")) == []


@pytest.mark.parametrize(
    ("name", "salt", "kind"), [("deals", "daily.mark", DEALS_PLAYED), ("puzzles", "puzzles.mark", PUZZLES_ANSWERED)]
)
def test_marks_of_earlier_releases_are_still_read(name: str, salt: str, kind: BrowserMark) -> None:
    assert kind.cookie == name
    assert read(kind, get_cookie_signer(salt=name + salt).sign("first.second")) == ["first", "second"]


def test_marks_are_kept_from_scripts_and_other_sites() -> None:
    response = HttpResponse()
    DEALS_PLAYED.leave(response, ["first"])
    cookie = response.cookies["deals"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert bool(cookie["secure"]) == settings.SESSION_COOKIE_SECURE
