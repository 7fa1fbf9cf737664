"""What the views of clubs share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club
from clubs.selectors import club_for
from common.pausing import check_pauses
from games.pages import params
from notices.seeing import club_seen

ClubView = Callable[..., HttpResponse]


def of_club(view: ClubView) -> ClubView:
    """Give the view the club that `club` names: 404 alike for none and for one that the reader may not see. Whoever has
    its link, or posts its secret part as `invite`, may.
    """

    @wraps(view)
    def of_code(request: HttpRequest, club: str, invite: str = "") -> HttpResponse:
        secret = invite or request.POST.get("invite", "")
        found = club_for(params.reader(request), club, invite=secret)
        if found is None:
            raise Http404
        return view(request, found)

    return of_code


def look_at(club: Club, reader: User | None) -> None:
    """The reader sees what the club has told them."""
    if reader is not None:
        club_seen(code=club.code, user_id=reader.pk)


def check_club_pauses(request: HttpRequest) -> None:
    """Refuse whoever does much in clubs within an hour. Raises Refused."""
    check_pauses(request, "club", _("That was too much at once."), params.member(request))
