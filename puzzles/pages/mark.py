"""The mark of a browser in which puzzles have been answered: a second account there changes no rating by them.

Someone who deletes it can still answer again under another name, knowing the answer.
"""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from common.marks import LatestMarks
from puzzles.models import Puzzle

MARK = LatestMarks(cookie="puzzles", salt="puzzles.mark", age=timedelta(days=30), most=50)
"""The puzzles answered in this browser, by their keys: those of ten days."""


def is_answered_here(request: HttpRequest, puzzle: Puzzle) -> bool:
    """Whether the puzzle has been answered in this browser, no matter by which account."""
    return MARK.has(request, puzzle.pk)


def leave_mark(request: HttpRequest, response: HttpResponse, puzzle: Puzzle) -> None:
    """Add this puzzle to those answered in this browser, unless it is among them. Own mistakes are rated for nobody."""
    if puzzle.owner_id is None:
        MARK.add(request, response, puzzle.pk)
