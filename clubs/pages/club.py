"""The page of a club, joining and leaving."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.parts import members_only
from accounts.selectors import user_of
from clubs.models import Club, Member
from clubs.pages.events import events_of
from clubs.pages.parts import look_at, of_club
from clubs.selectors import club_for, holds, host_of, member_of, members_of, people_in, played_in, waiting_in
from clubs.services.joining import club_join, club_leave
from common.pausing import check_pauses
from common.refusals import Refused
from games import catalogue
from games.pages import params
from games.selectors.lobby import playing

A_FEW = 12
"""How many members the page of a club shows."""


@require_safe
@never_cache
@of_club
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """A club, its members and their matches."""
    look_at(club, params.reader(request))
    return render(request, "clubs/club.html", _context(request, club))


@require_safe
@never_cache
def invited(request: HttpRequest, club: str, invite: str) -> HttpResponse:
    """The page of a club for holders of its invitation link, with which they can join; 404 for an outdated link."""
    found = club_for(params.reader(request), club, invite=invite)
    if found is None or not holds(found, invite):
        raise Http404
    context = _context(request, found)
    if context["is_inside"]:
        return redirect(found)
    return render(request, "clubs/club.html", context | {"invite": invite})


@require_POST
@members_only
@of_club
def join(request: HttpRequest, club: Club) -> HttpResponse:
    """Join the club or ask to join, with the posted `invite` of its link if it needs one."""
    invite = request.POST.get("invite", "")
    try:
        check_pauses(request, "club")
        member = club_join(club=club, user=user_of(request), invite=invite)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("club_invite", club.code, invite) if holds(club, invite) else redirect(club)
    said = _("Welcome to the club.") if member.is_inside else _("The host will see that you want to join.")
    messages.success(request, said)
    return redirect(club)


@require_POST
@members_only
@idempotent()
@of_club
def leave(request: HttpRequest, club: Club) -> HttpResponse:
    """Leave the club, or withdraw the request to join; then redirect to the list."""
    try:
        check_pauses(request, "club")
        with form_effects(request) as done:
            club_leave(club=club, user=user_of(request))
            done("clubs")
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(club)
    messages.success(request, _("You have left %(club)s.") % {"club": club.name})
    return redirect("clubs")


def _context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The template context of the page for the reader."""
    user = params.reader(request)
    own = member_of(club, user)
    is_host = own is not None and own.standing == Member.Standing.HOST
    played = played_in(club, user)
    return {
        "club": club,
        "played": played,
        "present": playing.here_among(played.running),
        "events": events_of(club, user),
        "games": catalogue.entries(),
        "host": host_of(club),
        "own": own,
        "is_host": is_host,
        "is_inside": own is not None and own.is_inside,
        "standing": own.standing if own is not None else "",
        "people": people_in(club),
        "members": members_of(club, Member.Standing.MEMBER, limit=A_FEW).rows,
        "waiting": waiting_in(club) if is_host else 0,
        "link": request.build_absolute_uri(reverse("club_invite", args=[club.code, club.invite])) if is_host else "",
    }
