"""The example game on the first page: a finished game that plays by itself."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.catalogue import game_or_404
from games.models import Match
from games.pages import params
from games.pages.boards import match_context
from games.selectors.access import match_for, visitor_of
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import NoSuchStep, position
from games.selectors.records.examples import example_code


@require_safe
@cache_control(max_age=600)
def example(request: HttpRequest, game: str) -> HttpResponse:
    """Show one step of the example game of `game`, as a fragment of the first page."""
    game_or_404(game)
    try:
        context = example_context(request, game, params.step(request.GET.get("step", "")))
    except NoSuchStep:
        raise Http404 from None
    if context is None:
        raise Http404
    return render(request, "games/home/example.html", context)


def example_context(request: HttpRequest, game: str, step: int | None = None) -> dict[str, Any] | None:
    """Context of `games/home/example.html` at a step (None: one late enough that much has been built).

    None if there is no example game. Raises NoSuchStep.
    """
    visitor = visitor_of(request)
    try:
        match = match_for(visitor, example_code(game))
    except Match.DoesNotExist:
        return None
    seen = position(match, visitor, step=match.ply * 2 // 3 if step is None else step, viewer=OMNISCIENT)
    return match_context(seen) | {"following": 0 if seen.step == seen.last_step else seen.step + 1}
