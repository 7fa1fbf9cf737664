"""The button that begins the one try."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.idempotent import form_effects, idempotent
from accounts.services import user_or_guest
from common.refusals import Refused
from daily.pages.mark import games_played, leave_mark
from daily.services.trying import try_begin
from games.catalogue import game_or_404
from games.pages import params
from games.services.refusals import AlreadyPlayedHere


@require_POST
@never_cache
@idempotent()
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """Begin today's game or continue it; readers without an account become guests."""
    game_or_404(game)
    is_used = game in games_played(request)
    try:
        if params.reader(request) is None and is_used:
            raise AlreadyPlayedHere
        with form_effects(request) as done:
            found = try_begin(user=user_or_guest(request), game=game, is_used=is_used)
            done(found.match)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("daily_game", game)
    response = redirect(found.match)
    leave_mark(request, response, [game])
    return response
