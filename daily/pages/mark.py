"""The cookie that marks a browser in which deals of the day have been played: no second try with a second account.

It names the games and the day, but no person. Someone who deletes it can try again under another name, knowing the
deal.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from daily.calendar import today

COOKIE = "deals"
"""The name of the cookie."""

SALT = "daily.mark"
"""Keeps this signature apart from other ones. If it changes, no browser is marked any more."""

SEPARATOR = "."
"""Stands between the day and the games in the cookie."""

AGE = timedelta(days=2)
"""Longer than any day."""


def games_played(request: HttpRequest) -> set[str]:
    """The games whose deal of today has been played in this browser."""
    said = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    day, *games = said.split(SEPARATOR)
    return set(games) if day == today().isoformat() else set()


def leave_mark(request: HttpRequest, response: HttpResponse, games: Iterable[str]) -> None:
    """Add these games to the mark of today's deals played in this browser, unless it has them."""
    before = games_played(request)
    played = before | set(games)
    if played == before:
        return
    response.set_signed_cookie(
        COOKIE,
        SEPARATOR.join([today().isoformat(), *sorted(played)]),
        salt=SALT,
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
