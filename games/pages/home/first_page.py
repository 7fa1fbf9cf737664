"""The first page: an introduction for newcomers, the reader's own games for everyone else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import catalogue
from games.paces import PACES
from games.pages import params
from games.pages.boards.clock import figures
from games.pages.home.examples import example_context
from games.pages.home.my_turns import turns_of
from games.pages.lobby.play_computer_form import PlayForm
from games.selectors.lobby import playing
from games.selectors.records import lists
from games.selectors.records.archive import finished_of

A_FEW = 5
"""How many matches of each kind the first page shows; those waiting for the reader, and for others, are all listed on
the page of the reader's games.
"""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show readers who are logged in their own games, and everyone else an introduction."""
    user = params.reader(request)
    return _page_of_newcomers(request) if user is None else _page_of_members(request, user)


def _page_of_newcomers(request: HttpRequest) -> HttpResponse:
    """The introduction: the games, an example that plays by itself, and what others are doing now."""
    games = catalogue.entries()
    tables, played = lists.rows_of_lists(
        None, lists.open_tables(None, limit=A_FEW).keys, playing.being_played(None, limit=A_FEW)
    )
    context = {"games": games, "tables": tables, "numbers": playing.numbers()}
    more = {"playing": played, "present": playing.here_among(played), "live_figures": figures(PACES["live"])}
    return render(request, "games/home/home.html", context | more | (example_context(request, games[0].key) or {}))


def _page_of_members(request: HttpRequest, user: User) -> HttpResponse:
    """What waits for the reader, what else they play, and what others are doing now."""
    waiting, invitations, own, tables, finished, played = lists.rows_of_lists(
        user,
        lists.waiting_for_others(user),
        lists.invitations_of(user),
        lists.own_tables(user),
        lists.open_tables(user, limit=A_FEW).keys,
        finished_of(user, limit=A_FEW).keys,
        playing.being_played(user, limit=A_FEW),
    )
    mine = lists.your_turns(user)
    turns = {"turns": turns_of(mine[:A_FEW]), "turn_count": len(mine)}
    context = turns | {"waiting": waiting, "invitations": invitations, "own": own}
    more = {"tables": tables, "finished": finished, "form": PlayForm(), "games": catalogue.entries()}
    around = {"playing": played, "present": playing.here_among(played), "numbers": playing.numbers()}
    return render(request, "games/home/member.html", context | more | around)
