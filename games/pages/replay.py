"""Looking back at a match: its steps, its record, and the check that its shuffle was kept."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.models import Match
from games.pages import asked
from games.pages.analysis import analysis_context
from games.pages.boards import match_context
from games.pages.course import course_context
from games.pages.htmx import HtmxRequest
from games.pages.match_parts import invitation, of_match, with_match
from games.selectors.access import Visitor
from games.selectors.perspectives import ALL, NOBODY
from games.selectors.positions import NoSuchStep, Position, position
from games.selectors.records import record_text
from games.services import matches

LOG_LENGTH = 60
"""Log entries up to the step on a replay page; from the oldest one a link leads further back."""

KEPT = 600
"""Seconds that a browser keeps a step of a match that is over."""


@require_safe
@with_match
def replay(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """The match at one step: `step` from 0, `eyes` a seat number, `all` or `nobody`.

    A step of what is over never changes: browsers may keep it, so that stepping needs no waiting.
    """
    if match.status == Match.Status.OPEN:
        return redirect(match)
    over = match.is_open_book
    step = request.GET.get("step") or ("0" if over else "")
    eyes = request.GET.get("eyes") or (ALL if over else "")
    try:
        seen = position(
            match,
            visitor,
            step=asked.step(step) if step else None,
            eyes=eyes if eyes in (ALL, NOBODY) else asked.step(eyes) if eyes else None,
            limit=LOG_LENGTH,
        )
    except NoSuchStep:
        raise Http404 from None
    template = "games/replay_body.html" if request.htmx else "games/replay.html"
    context = match_context(seen) | course_context(seen) | analysis_context(seen) | {"link": _link(request, seen)}
    context["arrived"] = next((line for line in context["log"] if line.step is not None), None)
    analysis = context["analysis"]
    keep = over and (analysis is None or not analysis.is_under_way)
    if analysis is not None:
        # Another address than that of the step without the analysis, which browsers may have kept.
        context["eyes_query"] += "&analysis=1"
    response = render(request, template, context | {"keep": keep})
    if keep and request.htmx:
        patch_cache_control(response, private=True, max_age=KEPT)
        patch_vary_headers(response, ["HX-Request", "Cookie"])
    else:
        add_never_cache_headers(response)
    return response


@require_safe
@of_match
def record(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """The text record: whole when the match is over, before that as the visitor may read it."""
    if match.status == Match.Status.OPEN:
        raise Http404
    response = HttpResponse(record_text(match, visitor), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.txt"'
    return response


@require_safe
@of_match
def shuffle(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """The commitment to the deal, and after the end the check that it was kept."""
    if not match.commitment:
        raise Http404
    over = match.status == Match.Status.FINISHED
    computed = matches.commitment(match.salt, match.deal) if over else ""
    return render(
        request,
        "games/shuffle.html",
        {"match": match, "over": over, "computed": computed, "kept": computed == match.commitment},
    )


def _link(request: HtmxRequest, seen: Position) -> str:
    """The address of the step for others: the owner of a study gives its invitation away."""
    match = seen.match
    if match.status == Match.Status.STUDY and match.host_id is not None and match.host_id == request.user.pk:
        return request.build_absolute_uri(invitation(match))
    query = {"step": seen.step} | ({"eyes": seen.eyes} if match.is_open_book and seen.eyes is not None else {})
    return request.build_absolute_uri(f"{reverse('match_replay', args=[match.code])}?{urlencode(query)}")
