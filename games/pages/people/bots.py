"""All non-human players: the site's computer players, and people's bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.names import LONGEST
from games.pages.lobby.computer_players import COMPUTER_PLAYERS
from games.selectors.people import bots as selectors


@require_safe
@never_cache
def bots(request: HttpRequest) -> HttpResponse:
    """Show the computer players and the bots: `?after=` continues the list of bots."""
    after = request.GET.get("after", "")[:LONGEST]
    context = {"computer_players": [] if after else COMPUTER_PLAYERS.values(), "found": selectors.bots(after=after)}
    return render(request, "games/people/bots.html", context)
