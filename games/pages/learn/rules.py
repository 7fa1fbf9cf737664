"""The rules of the games, and where each number comes from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import catalogue
from games.pages.titles import EXAMPLES, PRESENTERS
from games.titles import numbers


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List all games with their rules."""
    return render(request, "games/learn/rules_index.html", {"games": catalogue.entries()})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules page of one game, with the numbers that the engine uses."""
    catalogue.game_or_404(game)
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
