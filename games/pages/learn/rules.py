"""The rules of the games, and where each number comes from."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import catalogue
from games.engine import GAMES
from games.pages.titles import EXAMPLES, PRESENTERS
from games.titles import numbers


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List all games with their rules."""
    return render(request, "games/learn/rules_index.html", {"games": catalogue.entries()})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules page of one game, with the numbers that the engine uses."""
    if game not in GAMES:
        raise Http404
    presenter = PRESENTERS[game]
    context = {
        "entry": catalogue.entry(game),
        "games": catalogue.entries(),
        "data": numbers(game),
        "examples": EXAMPLES[game](),
        "board": presenter.drawings(),
        "kit": presenter.KIT,
        "style": presenter.STYLE,
    }
    return render(request, f"games/rules/{game}.html", context)
