"""Known browsers, where a user has been logged in before: strangers who guess the password do not lock these out.

Limits on guessing count attempts per name. If that were all, anyone could lock a user out by guessing wrong passwords.
So each browser has a cookie that only this site can read, with the users who were logged in there ("device cookies" in
OWASP's terms). Its attempts for these users are counted separately, all others by name and IP address.
"""

from __future__ import annotations

from secrets import token_urlsafe
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from common.limits import address_of
from common.sessions import is_half_over

if TYPE_CHECKING:
    from accounts.models import User

COOKIE = "known"
"""The name of the cookie: the random id of the browser, then a mark for each user."""

AGE = 60 * 60 * 24 * 400
"""Cookie lifetime in seconds, the longest that browsers allow."""
MOST = 6
"""The maximum number of users remembered per browser, the latest ones: a family may share a computer."""
SEPARATOR = "."
"""Stands between the parts of the cookie; none of them contains it."""
NAME = "browser"
"""Session key: the name of the browser that the session is in (`name_noted`)."""


def known_browser(request: HttpRequest, user: User | None) -> str | None:
    """An identifier of the requesting browser if `user` is or was logged in there; else None."""
    if user is None:
        return None
    browser, marks = _read(request)
    if any(constant_time_compare(mark, _mark(browser, user.pk)) for mark in marks):
        return f"browser {browser}"
    if request.session.get(SESSION_KEY) == str(user.pk):
        return f"session {request.session.session_key}"
    return None


def source_of(request: HttpRequest, user: User | None) -> str:
    """The source of a request about `user`, as limits count it: a browser known for that user, or an IP address."""
    return known_browser(request, user) or f"address {address_of(request)}"


def name_noted(request: HttpRequest) -> str:
    """Note a name for the requesting browser in its session, and return it; "" if nobody has been logged in there.

    It is the same in all sessions there. A worker can tell by it whether a user is still logged in there
    (`accounts.selectors.logged_in_at`).
    """
    browser, marks = _read(request)
    if not marks:
        return ""
    name = salted_hmac("accounts.known.name", browser, algorithm="sha256").hexdigest()
    if request.session.get(NAME) != name:
        request.session[NAME] = name
    return name


def remember(request: HttpRequest, response: HttpResponse, user_id: str) -> None:
    """Set the cookie for the logged-in user, unless the browser has it.

    It is set again whenever the session is due for renewal.
    """
    browser, marks = _read(request)
    mark = _mark(browser, user_id)
    if mark in marks and not is_half_over(request):
        return
    marks = [other for other in marks if other != mark]
    response.set_cookie(
        COOKIE,
        SEPARATOR.join([browser, mark, *marks][: MOST + 1]),
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """The random id of the browser, a new one if it has none, and the mark of each user who was logged in there."""
    browser, *marks = request.COOKIES.get(COOKIE, "").split(SEPARATOR)
    # Only a browser with at least one mark keeps its id.
    return (browser, marks[:MOST]) if marks else (token_urlsafe(12), [])


def _mark(browser: str, user_id: str | int) -> str:
    """A keyed hash of a browser and a user: only this site can make it, and nobody else can tell who the user is."""
    return salted_hmac("accounts.known", f"{browser}{SEPARATOR}{user_id}", algorithm="sha256").hexdigest()[:32]
