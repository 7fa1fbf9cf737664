"""Lists of matches: my games and the archive; also my games as records."""

from functools import partial

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.selectors import user_of
from common.downloads import download, zipped
from common.limits import is_within_limit
from games import catalogue
from games.pages import params
from games.pages.archive.filter_form import ArchiveForm
from games.pages.home.my_turns import turns
from games.selectors.records import lists
from games.selectors.records.archive import archive as select_archive
from games.selectors.records.archive import finished_of
from games.selectors.records.match_export import record_files


@require_safe
@never_cache
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """Show all matches of the reader: first those that wait for them, the finished ones page by page."""
    user = user_of(request)
    finished = params.stretch(request, partial(finished_of, user))
    if "after" in request.GET:
        return render(request, "games/archive/my_matches.html", {"page": finished.page(user)})
    listed = lists.rows_of_lists(user, finished.keys, lists.waiting_for_others(user), lists.own_tables(user))
    rows, waiting, tables = listed
    context = {"page": lists.Page(tuple(rows), finished.following), "waiting": waiting, "tables": tables}
    return render(request, "games/archive/my_matches.html", context | {"turns": turns(user)})


@require_safe
@never_cache
@login_required
def next_turn(request: HttpRequest) -> HttpResponse:
    """Go to the reader's most urgent match other than the one `here`, or to the list if none is waiting."""
    match = lists.next_turn(user_of(request), here=request.GET.get("here", ""))
    return redirect(match) if match else redirect("my_matches")


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Show all finished public matches, filtered, page by page. Invalid filters are explained beside their fields."""
    game = params.game(request)
    form = ArchiveForm(request.GET, game=game)
    listed = partial(select_archive, wanted=form.wanted()) if form.is_valid() else _nothing
    context = {
        "page": params.stretch(request, listed).page(params.reader(request)),
        "form": form,
        "game": game,
        "games": catalogue.entries(),
        "query": form.query(),
    }
    return render(request, "games/archive/archive.html", context)


@require_safe
@never_cache
@login_required
def my_records(request: HttpRequest) -> HttpResponseBase:
    """Download the records of all finished games of the reader, in one file."""
    user = user_of(request)
    if not is_within_limit(request, "download", user):
        raise ImmediateHttpResponse(respond_429(request))
    return download("my-games.zip", zipped(record_files(user)))


def _nothing(*, cursor: str) -> lists.Stretch:
    return lists.Stretch(keys=[], following="")
