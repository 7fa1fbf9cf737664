"""The page of one puzzle: the board and the choices, and after the one try the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.services import user_or_guest
from common.refusals import Refused
from daily.calendar import today
from games import catalogue
from games.engine.contract import IllegalAction
from games.pages import params
from games.pages.boards import match_context
from games.pages.boards.menu import in_words
from puzzles.finding.moments import NEARLY
from puzzles.models import Answer, Puzzle
from puzzles.pages.mark import is_answered_here, leave_mark
from puzzles.scene import Scene, scene
from puzzles.selectors import answer_of, is_public, puzzle_for, tasks_of
from puzzles.services.answering import action_of, answer_give, lost_by


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the try. Chances are wins in 100 games; `kept` is None if known only to be less than `least`."""

    answer: Answer
    choice: str
    best: str
    chance: int
    kept: int | None
    least: int
    """The chance that the worst of the compared actions leaves."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent()
def puzzle(request: HttpRequest, puzzle: int) -> HttpResponse:
    """The puzzle; a posted `action` is the answer, given as a guest without an account. Only the first one counts.

    Of all answers in one browser only the first is rated.
    """
    reader = params.reader(request)
    found = puzzle_for(puzzle, reader)
    if found is None:
        raise Http404
    note = ""
    if request.method == "POST":
        text = request.POST.get("action", "")
        try:
            action_of(found, text)
            with form_effects(request) as done:
                is_known = is_answered_here(request, found)
                answer_give(user=user_or_guest(request), puzzle=found, text=text, is_known=is_known)
                done(found)
            answered = redirect(found)
            leave_mark(request, answered, found)
            return answered
        except IllegalAction as refusal:
            note = str(refusal)
        except Refused as refusal:
            messages.warning(request, str(refusal))
            return redirect(found)
    context = puzzle_context(found, reader) | {"note": note}
    response = render(request, "puzzles/puzzle.html", context, status=422 if note else 200)
    if "verdict" in context:
        leave_mark(request, response, found)
    return response


def puzzle_context(found: Puzzle, reader: User | None) -> dict[str, Any]:
    """The template context of the page; before the answer it has only what the seat saw."""
    answer = answer_of(reader, found)
    begun = scene(found, reader or User(pk=-1, username=_("You")))
    context = match_context(begun.position())
    before = context["log"][::-1]
    if answer is not None:
        verdict = _verdict(begun, answer, in_words(context["groups"]))
        context = match_context(begun.followed())
        context |= {"verdict": verdict, "happened": context["log"][::-1]}
    tasks = tasks_of(reader, today())
    after = [task.puzzle for task in tasks if task.answer is None and task.puzzle != found]
    return context | {
        "entry": catalogue.entry(found.game),
        "puzzle": found,
        "before": before,
        "tasks": tasks if any(task.puzzle == found for task in tasks) else [],
        "next": after[0] if after else None,
        "nearly": NEARLY // 10,
        "replay": found.match if answer is not None and is_public(found.match) else None,
        "step": len(found.plies),
    }


def _verdict(begun: Scene, answer: Answer, words: dict[str, str]) -> Verdict:
    found = begun.puzzle
    top, lost = found.left[0][1], lost_by(found, answer.action)
    return Verdict(
        answer=answer,
        choice=words.get(answer.action, answer.action),
        best=words.get(found.best, found.best),
        chance=round(top / 10),
        kept=None if lost is None else round((top - lost) / 10),
        least=round(found.left[-1][1] / 10),
    )
