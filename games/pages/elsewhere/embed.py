"""The board of a match in a frame on other sites' pages: only what anyone may see, and nothing about its reader."""

from __future__ import annotations

from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.models import Match
from games.pages import params
from games.pages.boards import match_context
from games.selectors.access import Visitor, match_for
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import NoSuchStep, position

RUNNING_CACHED_FOR = 5
"""Seconds for which a running match may be cached anywhere between the site and its readers."""
FINISHED_CACHED_FOR = 600
"""The same for a step of a finished match, which never changes."""
LOG_LENGTH = 1
"""Log entries: only the latest is shown."""

FRAMED_BY_ANYONE = {
    # Pages under cross-origin isolation (COEP) may frame only what opts in.
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""Headers that let every site show the page in a frame."""


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})  # type: ignore[arg-type]  # it knows no arguments
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the board of a running match as it is now, of a finished one at `step`: always as a spectator.

    204 for a frame that polls with the current `ply` when nothing has changed. A match that is not public and one that
    does not exist give the same page (404). No cookie is read here: see
    `machupicchu.http.middleware.ForOtherSitesMiddleware`.
    """
    visitor = Visitor(user=AnonymousUser())
    try:
        match = match_for(visitor, code)
        if match.status == Match.Status.RUNNING and request.GET.get("ply") == str(match.ply):
            response = HttpResponse(status=204)
        else:
            response = _page("games/elsewhere/embed.html", _shown(match, visitor, request.GET.get("step", "")))
    except (Match.DoesNotExist, NoSuchStep):
        return _page("games/elsewhere/nothing.html", {}, status=404)
    patch_cache_control(
        response, public=True, max_age=FINISHED_CACHED_FOR if match.is_open_book else RUNNING_CACHED_FOR
    )
    return response


def _shown(match: Match, visitor: Visitor, step: str) -> dict[str, Any]:
    """The context of the page. Raises NoSuchStep."""
    if match.status == Match.Status.OPEN:
        return {"match": match, "is_waiting": True}
    if not match.is_open_book:
        return match_context(position(match, visitor, limit=LOG_LENGTH))
    seen = position(match, visitor, step=params.step(step) if step else None, viewer=OMNISCIENT, limit=LOG_LENGTH)
    return match_context(seen) | {"is_replay": True}


def _page(template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """The page, rendered without the request, so that it cannot contain anything about its reader."""
    page = render_to_string(template, context | {"site_name": settings.SITE_NAME})
    return HttpResponse(page, status=status, headers=FRAMED_BY_ANYONE)
