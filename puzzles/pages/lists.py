"""Today's five, and the reader's own mistakes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from daily.calendar import end_of, today
from games.pages import params
from puzzles.models import Answer
from puzzles.selectors import A_DAY, mistakes_of, solver_of, streak_of, tasks_of


@require_safe
@never_cache
def today_of(request: HttpRequest) -> HttpResponse:
    """Today's five puzzles for the reader, and their progress."""
    reader, day = params.reader(request), today()
    tasks = tasks_of(reader, day)
    answers = [task.answer for task in tasks if task.answer is not None]
    context = {
        "tasks": tasks,
        "day": day,
        "ends_at": end_of(day),
        "a_day": A_DAY,
        "answered": len(answers),
        "solved": sum(answer.result == Answer.Result.SOLVED for answer in answers),
        "solver": solver_of(reader),
        "streak": streak_of(reader),
    }
    return render(request, "puzzles/puzzles.html", context)


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """The reader's mistakes as puzzles, which nobody else sees."""
    reader = params.reader(request)
    return render(request, "puzzles/mine.html", {"tasks": [] if reader is None else mistakes_of(reader)})
