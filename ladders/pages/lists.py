"""The list of ladders."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages import params
from ladders.pages.words import figures
from ladders.selectors import ladders_listed


@require_safe
@never_cache
def ladders(request: HttpRequest) -> HttpResponse:
    """The ladder of each game with the reader's place, and how ladders work."""
    context = {"ladders": ladders_listed(params.reader(request)), "terms": figures()}
    return render(request, "ladders/ladders.html", context)
