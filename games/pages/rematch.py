"""Playing a finished match again."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Match
from games.pages.htmx import HtmxRequest
from games.pages.match_parts import acting, match_refused, of_match
from games.pages.pausing import check_pauses
from games.selectors.access import Visitor
from games.services import rematches
from games.services.refusals import Refused


@require_POST
@of_match
def rematch(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Sit down where the match is played again, and go there."""
    try:
        user = acting(visitor)
        said = _("You have asked for many rematches within an hour. Please wait a little.")
        check_pauses(request, "rematch", said, user)
        return redirect(rematches.rematch(match=match, user=user))
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
