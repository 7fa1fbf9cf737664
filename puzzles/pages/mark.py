"""The mark of a browser in which puzzles have been answered: a second account there changes no rating by them.

Someone who deletes it can still answer again under another name, knowing the answer.
"""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from common.marks import BrowserMark
from puzzles.models import Puzzle

MARK = BrowserMark(cookie="puzzles", salt="puzzles.mark", age=timedelta(days=30))
"""The puzzles answered in this browser, the latest first."""

MOST = 50
"""How many puzzles are remembered, the latest ones: those of ten days."""


def is_answered_here(request: HttpRequest, puzzle: Puzzle) -> bool:
    """Whether the puzzle has been answered in this browser, no matter by which account."""
    return str(puzzle.pk) in MARK.read(request)


def leave_mark(request: HttpRequest, response: HttpResponse, puzzle: Puzzle) -> None:
    """Add this puzzle to those answered in this browser, unless it is among them. Own mistakes are rated for nobody."""
    before = MARK.read(request)
    if puzzle.owner_id is None and str(puzzle.pk) not in before:
        MARK.leave(response, [str(puzzle.pk), *before][:MOST])
