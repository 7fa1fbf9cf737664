"""Tables: the open ones, opening one, and playing at once."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.once import begins, once
from accounts.selectors import computer_player
from accounts.services import guest_create
from games.engine import GAMES
from games.models import Match
from games.paces import PACES
from games.pages import asked, catalogue
from games.pages.clock import figures
from games.pages.lobby_form import LobbyForm
from games.pages.partners import partners_in_words
from games.pages.table_form import CHOSEN, HOST, TableForm
from games.selectors import lists
from games.selectors.access import match_for, visitor_of
from games.services.matches import match_create, match_join
from games.services.refusals import GuestsUnrated, Refused, TableClosed

AT_ONCE = ("beginner",)
"""The levels of the computer players who sit down for "Play now" on the first page, which names them: a mild one, as
the form against the computer has it at first.
"""


@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    """The open tables that the reader finds, narrowed down by what `LobbyForm` asks."""
    game = asked.game(request)
    user = asked.reader(request)
    form = LobbyForm(request.GET, game=game, reader=user)
    found = asked.stretch(request, partial(lists.open_tables, user, game=game, sought=form.sought()))
    rows, own, invitations = lists.rows_of_lists(
        user, found.keys, lists.own_tables(user) if user else (), lists.invitations_of(user) if user else ()
    )
    context: dict[str, object] = {
        "page": lists.Page(tuple(rows), found.following),
        "quick": _quick(user, game) if user and not rows and not form.asked else [],
        "own": own,
        "invitations": invitations,
        "form": form,
        "query": form.query(),
        "game": game,
        "games": catalogue.entries(),
    }
    return render(request, "games/tables.html", context)


def _quick(host: User, game: str) -> list[tuple[catalogue.Entry, list[tuple[str, str]]]]:
    """For `game`, or each without one, what the form of a table sends as it stands: to open one in a click."""
    return [
        (entry, TableForm(GAMES[entry.key], host=host).untouched())
        for entry in catalogue.entries()
        if game in ("", entry.key)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@once()
def table_new(request: HttpRequest) -> HttpResponse:
    """The form that opens a table of the game in `?game=`; the only game there is when nothing is chosen."""
    key = asked.game(request) or next(iter(GAMES))
    form = TableForm(GAMES[key], request.POST or None, host=asked.member(request), seats=request.GET.get("seats", ""))
    if request.method == "POST" and form.is_valid():
        try:
            with begins(request) as begun:
                match = match_create(
                    host=asked.member(request),
                    game=key,
                    others=form.others(),
                    access=form.cleaned_data["access"],
                    options=form.options(),
                    rated=form.cleaned_data.get("rated", False),
                    password=form.cleaned_data["password"],
                    host_starts=form.cleaned_data["starts"] == HOST,
                    seats_drawn=form.cleaned_data["seating"] != CHOSEN,
                    rating_range=form.rating_range(),
                    least_reliability=form.cleaned_data.get("reliability"),
                    pace=form.cleaned_data["pace"],
                    weekends_off=form.cleaned_data["weekends_off"],
                )
                begun(match)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(match)
    context = {
        "form": form,
        "game": key,
        "leaflet": catalogue.LEAFLETS[key],
        "live_figures": figures(PACES["live"]),
        "partners": [partners_in_words(GAMES[key], count) for count in GAMES[key].TEAMS],
        "games": catalogue.entries(),
    }
    return render(request, "games/table_new.html", context, status=422 if form.errors else 200)


@require_POST
@once()
def play_now(request: HttpRequest) -> HttpResponse:
    """Sit down and play without an account: at the posted `table`, else at the first game against the computer."""
    code = request.POST.get("table", "")
    table = _table(request, code) if code else None
    rivals = [computer_player(level) for level in AT_ONCE]
    if table is None and None in rivals:
        messages.warning(request, _("The computer players are not here yet. Try again in a moment."))
        return redirect("home")
    if table is not None and table.status != Match.Status.OPEN:
        messages.warning(request, str(TableClosed()))
        return redirect("tables")
    user = asked.reader(request)
    if table is not None and table.access == Match.Access.PASSWORD:
        return redirect(table)
    if user is None and table is not None and table.asks_membership:
        messages.warning(request, str(GuestsUnrated()))
        return redirect("tables")
    try:
        with begins(request) as begun:
            user = user or guest_create(request=request)
            if table is None:
                match = match_create(host=user, game=next(iter(GAMES)), others=rivals, pace=Match.Pace.NONE)
            else:
                match = match_join(match=table, user=user, number=asked.seat_number(request))
            begun(match)
        return redirect(match)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("tables")


def _table(request: HttpRequest, code: str) -> Match:
    try:
        return match_for(visitor_of(request), code)
    except Match.DoesNotExist:
        raise Http404 from None
