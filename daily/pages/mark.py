"""The mark of a browser in which deals of the day have been played: no second try with a second account.

It names the day and the games. Someone who deletes it can try again under another name, knowing the deal.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from common.marks import BrowserMark
from daily.calendar import today

MARK = BrowserMark(cookie="deals", salt="daily.mark", age=timedelta(days=2))
"""The day, then the games. It lasts longer than any day."""


def games_played(request: HttpRequest) -> set[str]:
    """The games whose deal of today has been played in this browser."""
    parts = MARK.read(request)
    return set(parts[1:]) if parts[:1] == [today().isoformat()] else set()


def leave_mark(request: HttpRequest, response: HttpResponse, games: Iterable[str]) -> None:
    """Add these games to the mark of today's deals played in this browser, unless it has them."""
    before = games_played(request)
    played = before | set(games)
    if played != before:
        MARK.leave(response, [today().isoformat(), *sorted(played)])
