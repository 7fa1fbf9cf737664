"""The members of a club, and the host's decisions about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.parts import members_only
from accounts.selectors import user_of
from clubs.models import Club, Member
from clubs.pages.parts import look_at, of_club, person_named
from clubs.selectors import host_of, members_of, people_in
from clubs.services import joining
from common.pausing import check_pauses
from common.refusals import Refused
from games.pages import params
from games.selectors.records.lists import BadCursor

Standing = Member.Standing

MOST_SHOWN = 200
"""Most people shown of each list of people outside the club, the latest ones."""

DEEDS: dict[str, Callable[..., object]] = {
    "admit": joining.member_admit,
    "decline": joining.member_decline,
    "remove": joining.member_remove,
    "invite": joining.member_invite,
    "host": joining.host_hand_on,
}
"""What each button of the page calls with the member of the posted name."""


class Button(NamedTuple):
    """A button next to a person; `do` is a key of `DEEDS`."""

    do: str
    words: str
    css: str = ""


class Outside(NamedTuple):
    """People outside the club with the same standing, and the host's buttons for each; `key` is the id of the list."""

    key: str
    title: str
    members: Sequence[Member]
    buttons: Sequence[Button]


@require_safe
@never_cache
@of_club
def club_members(request: HttpRequest, club: Club) -> HttpResponse:
    """The members, page by page; for the host also the people who ask to join, are invited or removed."""
    host, reader = host_of(club), params.reader(request)
    is_host = host == reader
    look_at(club, reader)
    try:
        page = members_of(club, Standing.MEMBER, cursor=request.GET.get("after", ""))
    except BadCursor:
        raise Http404 from None
    context = {"club": club, "host": host, "is_host": is_host, "people": people_in(club), "page": page}
    if is_host:
        admit, decline = Button("admit", _("Let in"), "btn--ink"), Button("decline", _("Decline"))
        withdraw, again = (
            Button("decline", _("Withdraw"), "btn--quiet"),
            Button("invite", _("Invite again"), "btn--quiet"),
        )
        context["waiting"] = [
            Outside("asking", _("Want to join"), _outside(club, Standing.ASKS), [admit, decline]),
            Outside("invited", _("Invited"), _outside(club, Standing.INVITED), [withdraw]),
        ]
        context["removed"] = Outside("removed", _("Removed"), _outside(club, Standing.REMOVED), [again])
    return render(request, "clubs/members.html", context)


@require_POST
@members_only
@of_club
def decide(request: HttpRequest, club: Club) -> HttpResponse:
    """Admit, decline, remove, invite or make host the person with the posted `name`, as the posted `do` says."""
    host, do = user_of(request), request.POST.get("do", "")
    try:
        if do not in DEEDS:
            raise Refused(_("Choose one of the buttons."))
        if do == "invite":
            check_pauses(request, "invite", host)
        else:
            check_pauses(request, "club")
        user = person_named(request.POST.get("name", ""))
        DEEDS[do](club=club, host=host, user=user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _said(do) % {"name": user.shown_name})
    return redirect("club_members", club.code)


def _outside(club: Club, standing: str) -> Sequence[Member]:
    return members_of(club, standing, limit=MOST_SHOWN).rows


def _said(do: str) -> str:
    return {
        "admit": _("%(name)s is now in the club."),
        "decline": _("%(name)s was turned down."),
        "remove": _("%(name)s is no longer in the club."),
        "invite": _("%(name)s has been invited."),
        "host": _("%(name)s now hosts the club."),
    }[do]
