"""Watching computer players: choose the game and who plays, then watch it live."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services import guest_create
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.models import Match
from games.pages import asked, catalogue
from games.pages.pausing import pausing
from games.pages.seats_form import COMPUTERS, SeatsForm
from games.services.exhibitions import exhibition_create
from games.services.refusals import Refused


class ExhibitionForm(SeatsForm):
    """How many seats, and which computer player at each."""

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.add_places(list(COMPUTERS))

    def at_first(self, place: int) -> str:
        """The two below the strongest by turns."""
        return COMPUTERS[-2 - place % 2][0]

    def players(self) -> list[User]:
        """Who sits where. For a valid form."""
        return [player for player in self.chosen() if player is not None]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def watch(request: HttpRequest) -> HttpResponse:
    """The form that starts an exhibition of the game in `?game=`, and the one that goes on already."""
    key = asked.game(request) or next(iter(GAMES))
    form = ExhibitionForm(GAMES[key], request.POST or None)
    user = asked.reader(request)
    if request.method == "POST" and form.is_valid():
        try:
            if not ratelimit.consume(request, action="exhibition"):
                said = _("You have started many exhibitions within an hour. Please wait a little.")
                raise Refused(pausing(said, request, "exhibition"))
            user = user or guest_create(request=request)
            return redirect(exhibition_create(host=user, game=key, players=form.players()))
        except Refused as refusal:
            form.add_error(None, str(refusal))
    running = Match.objects.filter(host=user, exhibition=True, status=Match.Status.RUNNING) if user else None
    context = {
        "form": form,
        "game": key,
        "leaflet": catalogue.LEAFLETS[key],
        "games": catalogue.entries(),
        "running": running.first() if running is not None else None,
    }
    return render(request, "games/watch.html", context, status=422 if form.errors else 200)
