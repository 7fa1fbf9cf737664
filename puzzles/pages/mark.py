"""The cookie that marks a browser with the puzzles answered in it: a second account there changes no rating by them.

It names puzzles, but no person. Someone who deletes it, or uses another browser, can still answer again under another
name, knowing the answer.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from puzzles.models import Puzzle

COOKIE = "puzzles"
"""The name of the cookie."""

SALT = "puzzles.mark"
"""Keeps this signature apart from other ones. If it changes, no browser is marked any more."""

SEPARATOR = "."
"""Stands between the puzzles in the cookie."""

AGE = timedelta(days=30)
"""How long a browser stays marked."""

MOST = 50
"""How many puzzles are remembered, the latest ones: those of ten days."""


def is_answered_here(request: HttpRequest, puzzle: Puzzle) -> bool:
    """Whether the puzzle has been answered in this browser, by whomever."""
    return str(puzzle.pk) in _answered(request)


def leave_mark(request: HttpRequest, response: HttpResponse, puzzle: Puzzle) -> None:
    """Add this puzzle to those answered in this browser, unless it is among them. Own mistakes are rated for nobody."""
    before = _answered(request)
    if puzzle.owner_id is not None or str(puzzle.pk) in before:
        return
    response.set_signed_cookie(
        COOKIE,
        SEPARATOR.join([str(puzzle.pk), *before][:MOST]),
        salt=SALT,
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _answered(request: HttpRequest) -> list[str]:
    """The puzzles answered in this browser, the latest first."""
    said = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    return said.split(SEPARATOR) if said else []
