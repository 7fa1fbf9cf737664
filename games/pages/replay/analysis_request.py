"""Requesting the analysis of a finished match, and waiting for it."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from common.pausing import check_pauses
from common.refusals import Refused
from games.models import Match
from games.pages import params
from games.pages.htmx import HtmxRequest
from games.pages.match.parts import of_match
from games.pages.replay.analysis_context import progress_context
from games.selectors.access import Visitor
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import NoSuchStep
from games.services.computer.analysing import analysis_ask


@require_http_methods(["GET", "HEAD", "POST"])
@of_match
def analysis(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Request the analysis. For htmx: its progress and, once it is complete, the replay that shows it; in few words
    for the page with the `result`.
    """
    if not match.may_be_analysed:
        raise Http404
    replay = _replay(request, match)
    shown = f"{replay}&analysis=1"  # a different address from that of the step before, which browsers may have cached
    if request.method == "POST":
        try:
            check_pauses(request, "analysis")
            analysis_ask(match=match)
        except Refused as refusal:
            messages.warning(request, str(refusal))
            return HttpResponse(status=204, headers={"HX-Redirect": replay}) if request.htmx else redirect(replay)
        return redirect(shown if request.htmx else f"{replay}#analysis-title")
    if not request.htmx:
        return redirect(replay)
    progress = progress_context(match)
    context = progress | {"match": match, "query": request.GET.urlencode()}
    if "result" in request.GET:
        return render(request, "games/match/actions/analysis_state.html", context)
    if not progress["is_awaited"]:
        there = {"path": shown, "target": "#replay", "swap": "outerMorph", "push": "false"}
        return HttpResponse(status=204, headers={"HX-Location": json.dumps(there)})
    return render(request, "games/replay/analysis_wait.html", context)


def _replay(request: HtmxRequest, match: Match) -> str:
    """The address of the replay at the step, and for the viewer, that the request names."""
    try:
        query = {"step": params.step(request.GET.get("step", "0")), "eyes": request.GET.get("eyes") or OMNISCIENT}
    except NoSuchStep:
        raise Http404 from None
    return f"{reverse('match_replay', args=[match.code])}?{urlencode(query)}"
