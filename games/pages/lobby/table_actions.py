"""Actions at a table before its match starts: invite, make a new link, join, remove, leave, start."""

from __future__ import annotations

from collections.abc import Callable

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from common.limits import address_of
from common.numbers import row_key
from common.pausing import check_pauses
from common.refusals import Refused
from common.sessions import may_begin
from games.catalogue import LEAFLETS
from games.engine import GAMES
from games.models import Match
from games.paces import PACES
from games.pages import params
from games.pages.boards.clock import figures
from games.pages.htmx import HtmxRequest
from games.pages.lobby.terms_form import ChangeForm
from games.pages.match.partners import partners_in_words
from games.pages.match.parts import acting, go_to, match_address, match_after, match_refused, of_match, remember
from games.selectors.access import Visitor, seats_of
from games.selectors.lobby.admission import is_password
from games.services.lobby import invitations, matches, naming
from games.services.lobby.computers import computers_at
from games.services.lobby.table_change import has_others, table_change
from games.services.refusals import TableClosed


@require_POST
@of_match
def join(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Join the table, at the posted `seat` or any.

    A table with a password wants it posted as `password`, unless this browser has given it before.
    """

    def act() -> Match:
        user, admitted = acting(visitor), visitor.has_invitation(match)
        password = request.POST.get("password", "").strip()  # like the form in which the host has chosen it
        if password and not admitted:
            # Keyed by table and address: guessing at one table locks nobody out of another.
            tried = f"{match.code} {address_of(request)}"
            check_pauses(request, "table_password", key=tried)
            if not is_password(match, password):
                raise Refused(_("Wrong password. Ask the table’s host for the right one."))
            remember(request, match)
            admitted = True
        return matches.match_join(match=match, user=user, admitted=admitted, number=params.seat_number(request))

    return match_after(request, match, visitor, act)


@require_POST
@idempotent(shown=match_address)
@of_match
def start(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Start the match, as the host: at a full table, or with computer players of the posted `level` in free seats."""

    def act() -> Match:
        level = request.POST.get("level")
        if level is None:
            return matches.match_start(match=match, user=acting(visitor))
        [computer] = computers_at([level])
        return matches.match_start_with_computers(match=match, user=acting(visitor), computer=computer)

    return match_after(request, match, visitor, act)


@require_POST
@idempotent(shown=match_address)
@of_match
def leave(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Leave a table that has not started."""
    return _to_the_tables(request, match, visitor, matches.match_leave, _("You’ve left the table."))


@require_safe
def invite(request: HtmxRequest, code: str, secret: str) -> HttpResponse:
    """Follow a table's invitation link: this browser remembers that its holder may see the match."""
    match = Match.objects.filter(code=code, invite=secret).first()
    if match is None:
        raise Http404
    if not may_begin(request):
        raise ImmediateHttpResponse(respond_429(request))
    remember(request, match)
    return redirect(match)


@require_POST
@idempotent(shown=match_address)
@of_match
def invite_person(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Invite the member with the posted `name`, as the host."""

    def act() -> Match:
        user, name = acting(visitor), request.POST.get("name", "").strip()
        check_pauses(request, "invite", user)
        invitations.invitation_create(match=match, host=user, name=name)
        return match

    return match_after(request, match, visitor, act)


@require_POST
@idempotent(shown=match_address)
@of_match
def renew(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Replace the table's invitation link, as the host."""

    def act() -> Match:
        host = acting(visitor)
        check_pauses(request, "table_change", host)
        return invitations.invite_renew(match=match, host=host)

    said = _("There is a new invitation link. The old one no longer works.")
    return match_after(request, match, visitor, act, saved=said)


@require_POST
@idempotent(shown=match_address)
@of_match
def decline(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Decline an invitation by name."""
    said = _("You’ve declined the invitation.")
    return _to_the_tables(request, match, visitor, invitations.invitation_decline, said)


def _to_the_tables(
    request: HtmxRequest, match: Match, visitor: Visitor, part: Callable[..., object], said: str
) -> HttpResponse:
    """Call `part(match=, user=)`, then go to the list of tables with the message `said`; if refused, show the match."""
    try:
        with form_effects(request) as done:
            part(match=match, user=acting(visitor))
            done("tables")
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
    messages.info(request, said)
    return go_to(request, "tables")


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@of_match
def change(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the form for changing the terms of an open table to its host; others see the table."""
    is_host = match.host_id is not None and match.host_id == visitor.user_id
    if match.status != Match.Status.OPEN or not is_host:
        if request.method != "POST":
            return redirect(match)
        refusal = TableClosed() if is_host else Refused(_("Only the host of the table can do this."))
        return match_refused(request, match, visitor, refusal)
    game, host = GAMES[match.game], acting(visitor)
    form = ChangeForm(request.POST or None, match=match, host=host, game=game)
    if request.method == "POST" and form.is_valid():
        try:
            check_pauses(request, "table_change", host)
            terms = form.terms().hashed()
            with form_effects(request) as done:
                table_change(match=match, host=host, terms=terms)
                done(match)
            messages.success(request, _("Table saved."))
            return redirect(match)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {
        "form": form,
        "match": match,
        "game": match.game,
        "leaflet": LEAFLETS[match.game],
        "live_figures": figures(PACES["live"]),
        "partners": [said] if (said := partners_in_words(game, match.seat_count)) else [],
        "has_others": has_others(seats_of(match), host),
    }
    return render(request, "games/lobby/table_change.html", context, status=422 if form.errors else 200)


@require_POST
@idempotent(shown=match_address)
@of_match
def name(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Give a guest who waits at the table the posted `name`."""
    wanted = request.POST.get("name", "")
    return match_after(
        request, match, visitor, lambda: naming.guest_call(match=match, user=acting(visitor), name=wanted)
    )


@require_POST
@idempotent(shown=match_address)
@of_match
def remove(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Remove the posted `user` from the table, as the host."""

    def act() -> Match:
        user_id = row_key(request.POST.get("user"))
        matches.player_remove(match=match, host=acting(visitor), user_id=user_id or 0)
        return match

    return match_after(request, match, visitor, act)
