"""The pages of the lessons: a task on the real board, and the result of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games import catalogue
from games.engine.contract import IllegalAction
from games.pages import params
from games.pages.boards import match_context
from games.pages.boards.lesson_script import Lesson, Words
from games.pages.boards.menu import Group, in_words
from games.pages.htmx import HtmxRequest
from games.pages.learn.lessons.progress import done, mark_done
from games.pages.learn.lessons.scene import Scene, scene
from games.pages.titles import LESSONS


@dataclass(frozen=True, slots=True)
class Stop:
    """A step in the lesson's navigation."""

    number: int
    title: Words
    is_done: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an answer: `choice` names it as its button does."""

    choice: str
    says: str
    is_right: bool


@require_safe
@never_cache
def start(request: HtmxRequest, game: str) -> HttpResponse:
    """Go to the first step not done yet, or to the first one if all are done."""
    numbers = range(1, len(_lesson(game).steps) + 1)
    finished = done(request, game)
    return redirect("lesson", game, next((number for number in numbers if number not in finished), 1))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def lesson(request: HtmxRequest, game: str, number: int) -> HttpResponse:
    """Show step `number` of a lesson, with the result of a posted `action`. A wrong answer leaves the task as it is."""
    script = _lesson(game)
    if not 1 <= number <= len(script.steps):
        raise Http404
    begun = scene(script, script.steps[number - 1], params.reader(request) or User(username=_("Guest")))
    context = match_context(begun.position())
    note, finished = "", done(request, game)
    if request.method == "POST":
        text = request.POST.get("action", "")
        try:
            context["verdict"] = verdict = _verdict(begun, text, context["groups"])
        except IllegalAction as refusal:
            note = str(refusal)
        else:
            if verdict.is_right:
                finished = mark_done(request, game, number)
                context |= _after(begun, text)
    context |= {
        "entry": catalogue.entry(game),
        "others": [entry for entry in catalogue.entries() if entry.key != game],
        "step": begun.step,
        "number": number,
        "stops": [Stop(place, step.title, place in finished) for place, step in enumerate(script.steps, 1)],
        "next": number + 1 if number < len(script.steps) else None,
        "note": note,
    }
    template = "games/learn/lesson_body.html" if request.htmx else "games/learn/lesson.html"
    return render(request, template, context, status=422 if note else 200)


def _lesson(game: str) -> Lesson:
    catalogue.game_or_404(game)
    return LESSONS[game]


def _verdict(begun: Scene, text: str, groups: list[Group]) -> Verdict:
    """The reply to an answer. Raises IllegalAction."""
    is_right, says = begun.step.reply(begun.tried(text))
    return Verdict(in_words(groups).get(text, text), says, is_right)


def _after(begun: Scene, text: str) -> dict[str, Any]:
    """The position after a correct answer, and what happened on the way as lines of the log, in order."""
    context = match_context(begun.followed(text))
    return context | {"happened": context["log"][::-1]}
