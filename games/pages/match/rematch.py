"""Rematches."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from common.pausing import check_pauses
from common.refusals import Refused
from games.models import Match
from games.pages.htmx import HtmxRequest
from games.pages.match.parts import acting, match_refused, of_match
from games.selectors.access import Visitor
from games.services.lobby import rematches


@require_POST
@of_match
def rematch(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Join the rematch of a finished match, and go there."""
    try:
        user = acting(visitor)
        check_pauses(request, "rematch", user)
        return redirect(rematches.rematch(match=match, user=user))
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
