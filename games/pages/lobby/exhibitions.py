"""Watching computer players: choose the game and who plays, watch it live, end it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.services import user_or_guest
from common.pausing import check_pauses
from common.refusals import Refused
from games import catalogue
from games.catalogue import LEAFLETS
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.models import Match
from games.pages import params
from games.pages.htmx import HtmxRequest
from games.pages.lobby.seats_form import COMPUTERS, SeatsForm
from games.pages.match.parts import acting, match_address, match_after, of_match
from games.selectors.access import Visitor
from games.selectors.lobby.exhibitions import running_exhibition, watched_lately
from games.services.lobby.exhibitions import exhibition_create, exhibition_end
from games.services.refusals import StillWatching

INSTEAD = "instead"
"""Posted to replace the exhibition that is still running."""


class ExhibitionForm(SeatsForm):
    """The number of seats, and the computer player at each."""

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.add_places(list(COMPUTERS))

    def at_first(self, place: int) -> str:
        """The two players below the strongest, alternating."""
        return COMPUTERS[-2 - place % 2][0]

    def players(self) -> list[User]:
        """The players in order of seats. The form must be valid."""
        return [player for player in self.chosen() if player is not None]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent()
def watch(request: HttpRequest) -> HttpResponse:
    """Show the form that starts an exhibition of the game in `?game=`, with the running one that would end; below it,
    those that are over.
    """
    key = params.game(request) or next(iter(GAMES))
    form = ExhibitionForm(GAMES[key], request.POST or None)
    user = params.reader(request)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            check_pauses(request, "exhibition")
            instead = INSTEAD in request.POST
            with form_effects(request) as done:
                user = user_or_guest(request)
                match = exhibition_create(host=user, game=key, players=form.players(), instead=instead)
                done(match)
            return redirect(match)
        except StillWatching:
            status = 409  # the page shows the running one
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {
        "form": form,
        "game": key,
        "leaflet": LEAFLETS[key],
        "games": catalogue.entries(),
        "running": running_exhibition(user),
        "watched": watched_lately(user),
    }
    return render(request, "games/lobby/watch.html", context, status=422 if form.errors else status)


@require_POST
@idempotent(shown=match_address)
@of_match
def end(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """End an exhibition that the visitor has started."""
    return match_after(request, match, visitor, lambda: exhibition_end(match=match, user=acting(visitor)))
