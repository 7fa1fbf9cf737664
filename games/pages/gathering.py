"""What is done at a table before its match begins: invite, sit down, send away, leave, start."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.once import begins, once
from accounts.selectors import computer_player
from games.ai import LEVELS
from games.models import Match
from games.pages import asked
from games.pages.htmx import HtmxRequest
from games.pages.match_parts import acting, go_to, match_address, match_after, match_refused, of_match, remember
from games.pages.pausing import check_pauses
from games.selectors.access import Visitor
from games.selectors.admission import is_password
from games.services import invitations, matches
from games.services.refusals import Refused
from machupicchu.limits import address_of


@require_POST
@of_match
def join(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Sit down at the table, on the posted `seat` or any; with the posted `password` where one is asked for and not
    known in this browser.
    """

    def act() -> Match:
        user, admitted = acting(visitor), match.code in visitor.invitations
        password = request.POST.get("password", "")
        if password and not admitted:
            # By table and address: who guesses at one table shuts nobody out of another.
            if not ratelimit.consume(request, action="table_password", key=f"{match.code} {address_of(request)}"):
                raise Refused(_("Too many passwords were tried. Please wait five minutes, then try again."))
            if not is_password(match, password):
                raise Refused(_("This is not the password of the table. Its host can tell you."))
            remember(request, match)
            admitted = True
        return matches.match_join(match=match, user=user, admitted=admitted, number=asked.seat_number(request))

    return match_after(request, match, visitor, act)


@require_POST
@once(shown=match_address)
@of_match
def start(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """The host starts: a full table, or with computer players of the posted `level` on the free seats."""

    def act() -> Match:
        level = request.POST.get("level")
        if level is None:
            return matches.match_start(match=match, user=acting(visitor))
        if level not in LEVELS:
            raise Refused(_("There is no such computer player. Choose one from the list."))
        computer = computer_player(level)
        if computer is None:
            raise Refused(_("The computer players are not here yet. Try again in a moment."))
        return matches.match_start_with_computers(match=match, user=acting(visitor), computer=computer)

    return match_after(request, match, visitor, act)


@require_POST
@once(shown=match_address)
@of_match
def leave(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Stand up from a table that has not started."""
    try:
        with begins(request) as begun:
            matches.match_leave(match=match, user=acting(visitor))
            begun("tables")
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
    messages.info(request, _("You have left the table."))
    return go_to(request, "tables")


@require_safe
def invite(request: HtmxRequest, code: str, secret: str) -> HttpResponse:
    """The invitation link of a table: remembers in this browser that its holder may see the match."""
    match = Match.objects.filter(code=code, invite=secret).first()
    if match is None:
        raise Http404
    remember(request, match)
    return redirect(match)


@require_POST
@once(shown=match_address)
@of_match
def invite_person(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """The host asks the member with the posted `name` to the table."""

    def act() -> Match:
        user, name = acting(visitor), request.POST.get("name", "").strip()
        said = _("You have invited many people within an hour. Please wait a little.")
        check_pauses(request, "invite", said, user)
        invitations.invitation_create(match=match, host=user, name=name)
        return match

    return match_after(request, match, visitor, act)


@require_POST
@once(shown=match_address)
@of_match
def decline(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Say no to an invitation by name."""
    try:
        with begins(request) as begun:
            invitations.invitation_decline(match=match, user=acting(visitor))
            begun("tables")
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
    messages.info(request, _("You have declined the invitation."))
    return go_to(request, "tables")


@require_POST
@once(shown=match_address)
@of_match
def kick(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """The host gives free the seat of the posted `user`."""

    def act() -> Match:
        posted = request.POST.get("user", "")
        user_id = int(posted) if posted.isascii() and posted.isdigit() and len(posted) < 19 else 0
        matches.match_kick(match=match, host=acting(visitor), user_id=user_id)
        return match

    return match_after(request, match, visitor, act)
