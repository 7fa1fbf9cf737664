"""Lists of matches: my games and the archive; and my games as records."""

from functools import partial

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages import asked, catalogue
from games.pages.archive_form import ArchiveForm
from games.pages.turns import turns
from games.selectors import lists
from games.selectors.archive import archive as select_archive
from games.selectors.archive import finished_of
from games.selectors.records import record_files
from machupicchu.downloads import download, zipped
from machupicchu.limits import is_within_limit
from notices.selectors.history import lately_shown


@require_safe
@never_cache
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """All matches of the reader: those that wait for them first, the finished ones page by page."""
    user = asked.member(request)
    finished = asked.stretch(request, partial(finished_of, user))
    if "after" in request.GET:
        return render(request, "games/my_matches.html", {"page": finished.page(user)})
    listed = lists.rows_of_lists(user, finished.keys, lists.waiting_for_others(user), lists.own_tables(user))
    rows, waiting, tables = listed
    context = {"page": lists.Page(tuple(rows), finished.following), "waiting": waiting, "tables": tables}
    return render(request, "games/my_matches.html", context | {"turns": turns(user)})


@require_safe
@never_cache
@login_required
def next_turn(request: HttpRequest) -> HttpResponse:
    """On to the match that is most urgent for the reader, or to the list when none waits."""
    match = lists.next_turn(asked.member(request))
    return redirect(match) if match else redirect("my_matches")


@require_safe
@never_cache
@login_required
def your_turn(request: HttpRequest) -> HttpResponse:
    """The counter in the header, for open pages that were told that a turn changed; with the notices that a page may
    have missed while its connection was lost.
    """
    return render(request, "games/parts/your_turn.html", {"missed": lately_shown(asked.member(request))})


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """All finished public matches, filtered, page by page. What cannot be filtered by is said beside its field."""
    game = asked.game(request)
    form = ArchiveForm(request.GET, game=game)
    listed = partial(select_archive, wanted=form.wanted()) if form.is_valid() else _nothing
    context = {
        "page": asked.stretch(request, listed).page(asked.reader(request)),
        "form": form,
        "game": game,
        "games": catalogue.entries(),
        "query": form.query(),
    }
    return render(request, "games/archive.html", context)


@require_safe
@never_cache
@login_required
def my_records(request: HttpRequest) -> HttpResponseBase:
    """The records of all finished games of the reader, in one file."""
    if not is_within_limit(request, "download", asked.member(request)):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    return download("my-games.zip", zipped(record_files(asked.member(request))))


def _nothing(*, cursor: str) -> lists.Stretch:
    return lists.Stretch(keys=[], following="")
