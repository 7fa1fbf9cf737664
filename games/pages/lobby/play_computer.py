"""Playing the computer: choosing the game, the opponent and the number of seats, then starting the match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.idempotent import form_effects, idempotent
from accounts.services import user_or_guest
from common.pausing import check_pauses
from common.refusals import Refused
from games.models import Match
from games.pages.lobby.play_computer_form import PlayForm
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent()
def play(request: HttpRequest) -> HttpResponse:
    """Show the form that starts a match against the computer, for guests too: not rated, and without a time limit.

    `?game=`, `?level=` and `?seats=` preselect choices.
    """
    form = PlayForm(request.POST if request.method == "POST" else None, chosen=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        try:
            others = form.others()
            check_pauses(request, "table")
            with form_effects(request) as done:
                terms = TableTerms(options=form.options(), pace=Match.Pace.NONE)
                match = match_create(host=user_or_guest(request), game=form.engine.KEY, others=others, terms=terms)
                done(match)
            return redirect(match)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "games/lobby/play.html", {"form": form}, status=422 if form.errors else 200)
