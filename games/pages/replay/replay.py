"""Replays: the steps of a match, its record, and the proof that the shuffle was not changed."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.models import Match
from games.pages import params
from games.pages.boards import match_context
from games.pages.elsewhere.oembed import frame_of
from games.pages.htmx import HtmxRequest
from games.pages.match.parts import invitation, of_match, with_match
from games.pages.replay.analysis_context import analysis_context
from games.pages.replay.score_chart import score_chart_context
from games.selectors.access import Visitor
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import NoSuchStep, Position, position, viewer_named
from games.selectors.records.match_export import record_text
from games.services.lobby import matches

LOG_LENGTH = 60
"""Maximum log entries up to the step on a replay page; the oldest one links further back."""

CACHED_FOR = 600
"""Seconds for which browsers cache a step of a finished match."""


@require_safe
@with_match
def replay(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the match at one step: `step` from 0, `eyes` a seat number, `all` or `nobody`.

    A step of a finished match never changes: browsers may cache it, so that stepping is instant.
    """
    if match.status == Match.Status.OPEN:
        return redirect(match)
    context = _context(request, _asked_for(request, match, visitor))
    template = "games/replay/body.html" if request.htmx else "games/replay/replay.html"
    response = render(request, template, context)
    if context["keep"] and request.htmx:
        patch_cache_control(response, private=True, max_age=CACHED_FOR)
        patch_vary_headers(response, ["HX-Request", "Cookie"])
    else:
        add_never_cache_headers(response)
    return response


def _context(request: HtmxRequest, seen: Position) -> dict[str, Any]:
    """The context of the page. Links to other steps keep `kept_query`, forms `kept_fields`; with `keep`, browsers may
    cache the step.
    """
    match = seen.match
    context = match_context(seen) | score_chart_context(seen) | analysis_context(seen)
    kept_query = context["kept_query"]
    kept_fields = [("eyes", seen.viewer)] if context["viewpoints"] else []
    if context["analysis"] is not None:
        # A different address from that of the step without the analysis, which browsers may have cached.
        kept_query += "&analysis=1"
        kept_fields.append(("analysis", 1))
    return context | {
        "replay_url": reverse("match_replay", args=[match.code]),
        "kept_query": kept_query,
        "kept_fields": kept_fields,
        "keep": match.is_open_book and not context["is_awaited"],
        "arrived": next((line for line in context["log"] if line.step is not None), None),
        "link": _link(request, seen),
        "frame": _frame(seen),
    }


def _asked_for(request: HtmxRequest, match: Match, visitor: Visitor) -> Position:
    """The position at the `step` and through the `eyes` of the address; 404 if there is no such step.

    By default it is the start of a finished match with all cards open, and the latest position of a running one.
    """
    over = match.is_open_book
    step = request.GET.get("step") or ("0" if over else "")
    try:
        return position(
            match,
            visitor,
            step=params.step(step) if step else None,
            viewer=viewer_named(request.GET.get("eyes") or (OMNISCIENT if over else "")),
            limit=LOG_LENGTH,
        )
    except NoSuchStep:
        raise Http404 from None


@require_safe
@of_match
def record(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Send the text record: complete when the match is over, before that as the visitor may read it."""
    if match.status == Match.Status.OPEN:
        raise Http404
    response = HttpResponse(record_text(match, visitor), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.txt"'
    return response


@require_safe
@of_match
def shuffle(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the commitment to the deal and, after the end, the check that it was kept."""
    if not match.commitment:
        raise Http404
    over = match.may_be_analysed
    computed = matches.commitment(match.salt, match.deal) if over else ""
    return render(
        request,
        "games/replay/shuffle.html",
        {"match": match, "over": over, "computed": computed, "kept": computed == match.commitment},
    )


def _link(request: HtmxRequest, seen: Position) -> str:
    """The address of the step to share: that of a study, for its owner, includes the invitation."""
    match = seen.match
    if match.status == Match.Status.STUDY and match.host_id is not None and match.host_id == request.user.pk:
        return request.build_absolute_uri(invitation(match))
    query = {"step": seen.step} | ({"eyes": seen.viewer} if match.is_open_book and seen.viewer is not None else {})
    return request.build_absolute_uri(f"{reverse('match_replay', args=[match.code])}?{urlencode(query)}")


def _frame(seen: Position) -> str:
    """The HTML that shows the step on another site's page; "" for a match that is not public."""
    match = seen.match
    if match.access != Match.Access.ANYBODY:
        return ""
    return frame_of(match, seen.step if match.is_open_book else None)
