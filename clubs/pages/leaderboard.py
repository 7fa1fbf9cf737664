"""The leaderboard of a club: its members with their ratings in one game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.selectors import club_for
from games import catalogue
from games.pages import params
from games.pages.people.leaderboards import board_of, shown
from games.selectors.ratings.leaderboards import Pool


@require_safe
@never_cache
def club_leaderboard(request: HttpRequest, club: str, game: str) -> HttpResponse:
    """The leaderboard in one game, `?after=` or `?before=` a line; 404 for a club that the reader may not see."""
    user = params.reader(request)
    found = club_for(user, club)
    if found is None:
        raise Http404
    rules = catalogue.game_or_404(game)
    board = board_of(request, Pool(game=game, club=found.pk))
    context = {
        "club": found,
        "entry": catalogue.entry(game),
        "games": catalogue.entries(),
        "board": board,
        "lines": shown(board.lines, reader=user),
        "most": rules.SEATS[-1],
    }
    return render(request, "clubs/leaderboard.html", context)
