"""Quick pairing: a game now with one click, for guests too."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.idempotent import form_effects, idempotent
from accounts.services import user_or_guest
from common.pausing import check_pauses
from common.refusals import Refused
from games.catalogue import game_or_404
from games.services.lobby.pairing import pair as seat


@require_POST
@idempotent()
def pair(request: HttpRequest) -> HttpResponse:
    """Join someone who waits at a live table of the posted `game`, or wait there for the next person."""
    game = request.POST.get("game", "")
    game_or_404(game)
    try:
        check_pauses(request, "table")
        with form_effects(request) as done:
            match = seat(user=user_or_guest(request), game=game)
            done(match)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("tables")
    return redirect(match)
