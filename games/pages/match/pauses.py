"""How often one person may change plans and standing orders."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpResponse

from common.pausing import check_pauses
from common.refusals import Refused
from games.models import Match
from games.pages.htmx import HtmxRequest
from games.pages.match.parts import MatchView, match_refused
from games.selectors.access import Visitor


def limited_plans(view: MatchView) -> MatchView:
    """Limit a view that changes a plan or standing orders: who does so too often reads why, with the fresh match."""

    @wraps(view)
    def counted(request: HtmxRequest, match: Match, visitor: Visitor, **kwargs: Any) -> HttpResponse:
        try:
            check_pauses(request, "plan")
        except Refused as refusal:
            return match_refused(request, match, visitor, refusal)
        return view(request, match, visitor, **kwargs)

    return counted
