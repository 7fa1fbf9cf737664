"""The rules of the games, and where each number comes from."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.pages import catalogue
from games.pages.boards.page import PRESENTERS
from games.pages.rulebooks import RULEBOOKS


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All games with their rules."""
    return render(request, "games/rules_index.html", {"games": catalogue.entries()})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules page of one game, with the numbers that the engine plays by."""
    if game not in GAMES:
        raise Http404
    presenter = PRESENTERS[game]
    context = {
        "entry": catalogue.entry(game),
        "games": catalogue.entries(),
        "data": numbers(game),
        "examples": RULEBOOKS[game].examples(),
        "board": presenter.drawings(),
        "kit": presenter.KIT,
        "style": presenter.STYLE,
    }
    return render(request, f"games/rules/{game}.html", context)


@cache
def numbers(game: str) -> dict[str, dict[str, Any]]:
    """The tables of the engine's data.toml: `numbers("rapa_nui")["buying"]["price"]["value"]` is 5."""
    return tomllib.loads(files(f"games.engine.{game}").joinpath("data.toml").read_text(encoding="utf-8"))
