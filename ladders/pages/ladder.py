"""The page of a ladder and its actions: join, leave, challenge."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.parts import members_only
from accounts.selectors import user_of
from common.pausing import check_pauses
from common.refusals import Refused
from games.pages import params
from games.pages.htmx import HtmxRequest, is_read
from games.pages.redirects import redirect_after
from ladders.models import Ladder
from ladders.pages.context import ladder_context
from ladders.pages.parts import check_duel, ladder_or_404
from ladders.selectors import ladder_named
from ladders.services.challenging import bout_challenge
from ladders.services.joining import ladder_join, ladder_leave
from notices.seeing import ladder_seen

LadderView = Callable[..., HttpResponse]


def of_ladder(view: LadderView) -> LadderView:
    """Pass the view, which changes something, the ladder of a game; 404 for a game without one, or if the ladder does
    not exist yet. Limited per person.
    """

    @wraps(view)
    def of_game(request: HttpRequest, game: str) -> HttpResponse:
        found = ladder_or_404(game)
        try:
            check_pauses(request, "ladder")
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(found)
        return view(request, found)

    return of_game


@require_safe
@never_cache
def ladder(request: HtmxRequest, game: str) -> HttpResponse:
    """The rungs from `?from=` on, whom the reader may challenge, open challenges, and how `?season=` ended."""
    check_duel(game)
    reader = params.reader(request)
    if reader is not None and is_read(request):
        ladder_seen(game=game, user_id=reader.pk)
    asked = request.GET.get("from", ""), request.GET.get("season", "")
    context = ladder_context(game, ladder_named(game), reader, *asked)
    return render(request, "ladders/ladder.html", context)


@require_POST
@members_only
def join(request: HttpRequest, game: str) -> HttpResponse:
    """Join the ladder, at its bottom."""
    check_duel(game)
    user = user_of(request)

    def enter() -> None:
        check_pauses(request, "ladder", user)
        ladder_join(game=game, user=user)

    return redirect_after(request, reverse("ladder", args=[game]), enter, _("You are on the ladder."))


@require_POST
@members_only
@of_ladder
def leave(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Leave the ladder."""
    user = user_of(request)
    return redirect_after(
        request, ladder, lambda: ladder_leave(ladder=ladder, user=user), _("You have left the ladder.")
    )


@require_POST
@members_only
@of_ladder
def challenge(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Challenge the player on the posted `rung`; redirect to the match if it starts at once."""
    rung = params.key(request, "rung")
    try:
        bout = bout_challenge(ladder=ladder, user=user_of(request), rung=rung)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(ladder)
    if bout.match is not None:
        return redirect(bout.match)
    messages.success(request, _("You have challenged %(name)s.") % {"name": bout.challenged.shown_name})
    return redirect(ladder)
