"""Known browsers, where a user has been logged in before: strangers who guess the password do not lock these out.

Limits on guessing count attempts per name. If that were all, anyone could lock a user out by guessing wrong passwords.
So each browser has a cookie that only this site can read, with the users who were logged in there ("device cookies" in
OWASP's terms). Its attempts for these users are counted separately, all others by name and IP address.

A browser in which someone was logged in with a password that they had not given away is their own; one that became
known shortly before a lost password was replaced may be that of a thief. So each mark says since when the browser is
known, and those of the last `LATELY` before the replacement are void.
"""

from __future__ import annotations

import time
from datetime import timedelta
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
LATELY = timedelta(days=30)
"""What became known in so many days before a lost password was replaced may belong to someone else."""
SEPARATOR = "."
"""Stands between the parts of the cookie; none of them contains it."""
SINCE = "-"
"""Stands in a mark behind the moment since which the browser is known, in milliseconds, as a hexadecimal number."""
NAME = "browser"
"""Session key: the name of the browser that the session is in (`name_noted`)."""


def known_browser(request: HttpRequest, user: User | None) -> str | None:
    """An identifier of the requesting browser if `user` is or was logged in there; else None."""
    if user is None:
        return None
    browser, marks = _read(request)
    if any(_is_valid(mark, browser, user) for mark in marks):
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


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set the cookie for `user`, who is logged in, unless the browser has it.

    It is set again whenever the session is due for renewal.
    """
    browser, marks = _read(request)
    mine = [mark for mark in marks if _is_genuine(mark, browser, user)]
    valid = next((mark for mark in mine if _is_valid(mark, browser, user)), "")
    if valid and not is_half_over(request):
        return
    others = [mark for mark in marks if mark not in mine]
    now = f"{int(time.time() * 1000):x}"
    response.set_cookie(
        COOKIE,
        SEPARATOR.join([browser, valid or _mark(browser, user, now), *others][: MOST + 1]),
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


def _mark(browser: str, user: User, since: str) -> str:
    """`since`, and a keyed hash of it, a browser and a user: only this site can make it, and nobody else can tell who
    the user is.
    """
    said = SEPARATOR.join([browser, str(user.pk), since])
    return f"{since}{SINCE}{salted_hmac('accounts.known', said, algorithm='sha256').hexdigest()[:32]}"


def _is_genuine(mark: str, browser: str, user: User) -> bool:
    """Whether this site has made the mark, for this browser and this user."""
    return constant_time_compare(mark, _mark(browser, user, mark.partition(SINCE)[0]))


def _is_valid(mark: str, browser: str, user: User) -> bool:
    """Whether it also holds: it is not from shortly before a lost password was replaced."""
    if not _is_genuine(mark, browser, user):
        return False
    since, lost = int(mark.partition(SINCE)[0], 16) / 1000, user.password_lost_at
    return lost is None or not (lost - LATELY).timestamp() < since < lost.timestamp()
