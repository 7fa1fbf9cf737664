"""Known browsers, in which someone was logged in before: attacks on a name by strangers do not lock these out.

Limits against guessing count by name. If that were all, anyone could lock a person out by guessing wrongly in their
name. So each browser has a cookie that says, to the site alone, who was logged in there ("device cookies" of OWASP):
its attempts for these people are counted separately. Attempts from elsewhere are counted by name and address.
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
AGE = 60 * 60 * 24 * 400
"""Cookie lifetime in seconds, the longest that browsers allow."""
MOST = 6
"""The most people remembered per browser, the latest ones: a family shares one computer."""
SEPARATOR = "."


def known_browser(request: HttpRequest, user: User | None) -> str | None:
    """An identifier of the requesting browser if `user` was, or is, logged in there; else None."""
    if user is None:
        return None
    browser, marks = _read(request)
    if any(constant_time_compare(mark, _mark(browser, user.pk)) for mark in marks):
        return f"browser {browser}"
    if request.session.get(SESSION_KEY) == str(user.pk):
        return f"session {request.session.session_key}"
    return None


def source_of(request: HttpRequest, user: User | None) -> str:
    """The source of a request about `user`, as limits count it: their own browser, or an address of strangers."""
    return known_browser(request, user) or f"address {address_of(request)}"


def remember(request: HttpRequest, response: HttpResponse, user_id: str) -> None:
    """Set the cookie of someone who is logged in there, unless the browser has it.

    With the session, whose end is about to be put off, it is set again.
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
    """The name of the browser, a new one if it has none, and a mark for each person who was logged in there."""
    browser, *marks = request.COOKIES.get(COOKIE, "").split(SEPARATOR)
    # Only a browser with a mark of ours keeps its name.
    return (browser, marks[:MOST]) if marks else (token_urlsafe(12), [])


def _mark(browser: str, user_id: str | int) -> str:
    """A mark that only this site can make for a browser and a person. It tells nobody else who the person is."""
    return salted_hmac("accounts.known", f"{browser}{SEPARATOR}{user_id}", algorithm="sha256").hexdigest()[:32]
