"""Tables: the open ones, opening one, and playing at once."""

from collections.abc import Callable, Sequence
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.names import LONGEST
from accounts.selectors import user_of
from accounts.services import user_or_guest
from common.pausing import check_pauses
from common.refusals import Refused
from games import catalogue
from games.catalogue import LEAFLETS
from games.engine import GAMES
from games.models import Match
from games.paces import PACES
from games.pages import params
from games.pages.boards.clock import figures
from games.pages.lobby.filter_form import LobbyForm
from games.pages.lobby.presets import PRESETS, Preset
from games.pages.lobby.table_form import TableForm
from games.pages.match.partners import partners_in_words
from games.selectors.access import match_for, visitor_of
from games.selectors.lobby import playing
from games.selectors.lobby.clubs import OwnClub, own_club
from games.selectors.records import lists
from games.services.lobby.computers import computers_at
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.naming import name_for_guest
from games.services.lobby.terms import TableTerms
from games.services.refusals import GuestsUnrated, NoSeatLeft

AT_ONCE = ("beginner",)
"""The levels of the computer players for "Play now" on the first page, which names them: mild ones, like the initial
choice in the form against the computer.
"""

AROUND = 8
"""Running games that the lobby shows."""


@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    """Show the open tables that the reader can find, filtered by `LobbyForm`."""
    game = params.game(request)
    user = params.reader(request)
    form = LobbyForm(request.GET, game=game, reader=user)
    found = params.stretch(request, partial(lists.open_tables, user, game=game, sought=form.sought()))
    is_plain = not form.asked and "after" not in request.GET
    rows, own, invitations, played = lists.rows_of_lists(
        user,
        found.keys,
        lists.own_tables(user) if user else (),
        lists.invitations_of(user) if user else (),
        playing.being_played(user, game=game, limit=AROUND) if is_plain else (),
    )
    context: dict[str, object] = {
        "page": lists.Page(tuple(rows), found.following),
        "own": own,
        "invitations": invitations,
        "playing": played,
        "present": playing.here_among(played),
        "numbers": playing.numbers() if is_plain else None,
        "form": form,
        "query": form.query(),
        "game": game,
        "games": catalogue.entries(),
    }
    return render(request, "games/lobby/tables.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@idempotent()
def table_new(request: HttpRequest) -> HttpResponse:
    """Show the form that opens a table of the game in `?game=`, by default the first one.

    With `?club=` the table is for members of that club.
    """
    key = params.game(request) or next(iter(GAMES))
    invited = request.POST.get("invite", request.GET.get("invite", "")).strip()[:LONGEST]
    club = _club(request)
    preset = PRESETS.get(request.GET.get("preset", "")) if club is None else None
    form = TableForm(
        GAMES[key],
        request.POST or None,
        host=user_of(request),
        seats=request.GET.get("seats", ""),
        preset=preset,
        is_hidden=club is not None and club.is_hidden,
    )
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(_opened(request, key, form, club, invited))
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {
        "form": form,
        "invited": invited,
        "club": club,
        "carried": _carried(invited, club, preset),
        "kept": _carried(invited, club),
        "presets": PRESETS.values() if club is None else (),
        "preset": preset.key if preset else next(iter(PRESETS)),
        "game": key,
        "leaflet": LEAFLETS[key],
        "live_figures": figures(PACES["live"]),
        "partners": [partners_in_words(GAMES[key], count) for count in GAMES[key].TEAMS],
        "games": catalogue.entries(),
    }
    return render(request, "games/lobby/table_new.html", context, status=422 if form.errors else 200)


def _opened(request: HttpRequest, game: str, form: TableForm, club: OwnClub | None, invited: str) -> Match:
    """The table that a valid form describes, with `invited`, if any, asked to join. Raises Refused."""
    host = user_of(request)
    check_pauses(request, "table", host)
    terms = form.terms(club=club.key if club else None).hashed()
    with form_effects(request) as done:
        match = match_create(host=host, game=game, others=form.others(), terms=terms)
        _invite(request, match, invited)
        done(match)
    return match


def _carried(invited: str, club: OwnClub | None, preset: Preset | None = None) -> str:
    """The end of the query string for links to the other games.

    They keep the invited person, the club, and the usual table that was chosen.
    """
    kept = {"invite": invited, "club": club.code if club else "", "preset": preset.key if preset else ""}
    return "".join(f"&{urlencode({name: value})}" for name, value in kept.items() if value)


def _club(request: HttpRequest) -> OwnClub | None:
    """The reader's club in `?club=`; 404 for any other."""
    code = request.GET.get("club", "")
    found = own_club(user_of(request), code) if code else None
    if code and found is None:
        raise Http404
    return found


def _invite(request: HttpRequest, match: Match, name: str) -> None:
    """Invite the person for whom the table was opened, if any; if they cannot be invited, say why."""
    if not name:
        return
    host = user_of(request)
    try:
        check_pauses(request, "invite", host)
        invitation_create(match=match, host=host, name=name)
    except Refused as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, _("%(name)s has been invited.") % {"name": name})


@require_POST
@idempotent()
def play_now(request: HttpRequest) -> HttpResponse:
    """Start playing, if need be as a new guest: take a seat at the posted `table`, or open one of the first game.

    With a posted `friend`, that table waits for someone who gets its link; otherwise the computer takes its seats.
    """
    code = request.POST.get("table", "")
    return _take_seat(request, _table(request, code)) if code else _begin(request)


def _take_seat(request: HttpRequest, table: Match) -> HttpResponse:
    """Join a table, if it takes people without more ado; a new guest gets the posted `name`."""
    if table.status != Match.Status.OPEN:
        return _turned_away(request, NoSeatLeft())
    if table.access == Match.Access.PASSWORD:
        return redirect(table)
    name = ""
    if params.reader(request) is None:
        if table.asks_membership:
            return _turned_away(request, GuestsUnrated())
        try:
            name = name_for_guest(request.POST.get("name", ""))
        except Refused as refusal:
            messages.warning(request, str(refusal))
            return redirect(table)
    return _play(request, lambda user: match_join(match=table, user=user, number=params.seat_number(request)), name)


def _begin(request: HttpRequest) -> HttpResponse:
    """Open a table of the first game, for the posted `friend` or with computer players."""
    try:
        check_pauses(request, "table")
    except Refused as refusal:
        return _turned_away(request, refusal)
    if "friend" in request.POST:
        return _play(request, lambda user: _first_game(user, [None], Match.Access.LINK))
    try:
        computers = computers_at(AT_ONCE)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("home")
    return _play(request, lambda user: _first_game(user, computers))


def _play(request: HttpRequest, begin: Callable[[User], Match], guest: str = "") -> HttpResponse:
    """Let the reader begin a match: their account, or a new guest of this name."""
    try:
        with form_effects(request) as done:
            match = begin(user_or_guest(request, name=guest))
            done(match)
        return redirect(match)
    except Refused as refusal:
        return _turned_away(request, refusal)


def _turned_away(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Say why there is no seat, on the page with the other tables."""
    messages.warning(request, str(refusal))
    return redirect("tables")


def _first_game(host: User, others: Sequence[User | None], access: str = Match.Access.ANYBODY) -> Match:
    """A table of the first game, without a clock."""
    terms = TableTerms(access=access, pace=Match.Pace.NONE)
    return match_create(host=host, game=next(iter(GAMES)), others=others, terms=terms)


def _table(request: HttpRequest, code: str) -> Match:
    """The match with this code; 404 if the visitor may not see it."""
    try:
        return match_for(visitor_of(request), code)
    except Match.DoesNotExist:
        raise Http404 from None
