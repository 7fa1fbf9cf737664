"""The first page: what this is for newcomers, one's own games for everybody else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.pages import asked, catalogue
from games.pages.examples import example_context
from games.pages.play_form import PlayForm
from games.pages.turns import turns
from games.selectors import lists
from games.selectors.archive import finished_of

A_FEW = 5
"""Open tables and finished games shown on the first page."""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The desk of whoever is logged in, else the door."""
    user = asked.reader(request)
    return _door(request) if user is None else _desk(request, user)


def _door(request: HttpRequest) -> HttpResponse:
    games = catalogue.entries()
    context = {"games": games, "page": lists.open_tables(None, limit=A_FEW).page(None)}
    return render(request, "games/home.html", context | (example_context(request, games[0].key) or {}))


def _desk(request: HttpRequest, user: User) -> HttpResponse:
    waiting, invitations, own, tables, finished = lists.rows_of_lists(
        user,
        lists.waiting_for_others(user),
        lists.invitations_of(user),
        lists.own_tables(user),
        lists.open_tables(user, limit=A_FEW).keys,
        finished_of(user, limit=A_FEW).keys,
    )
    context = {"turns": turns(user), "waiting": waiting, "invitations": invitations, "own": own}
    more = {"tables": tables, "finished": finished, "form": PlayForm()}
    return render(request, "games/home_member.html", context | more)
