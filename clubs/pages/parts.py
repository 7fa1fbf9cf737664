"""Helpers shared by the views of clubs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import user_with_profile
from clubs.models import Club
from clubs.selectors import club_for
from common.refusals import Refused
from games.pages import params
from notices.seeing import club_seen

ClubView = Callable[..., HttpResponse]


def of_club(view: ClubView) -> ClubView:
    """Pass the view the club with the code `club`; 404 if there is none or the reader may not see it.

    Holders of its link may see it: those whose URL or posted `invite` has its secret part.
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
    """Mark the reader's notifications about the club as seen."""
    if reader is not None:
        club_seen(code=club.code, user_id=reader.pk)


def person_named(name: str) -> User:
    """The person with this name, about whom the host decides. Raises Refused if there is none."""
    user = user_with_profile(name.strip())
    if user is None:
        facts = {"name": name.strip()[:40]}
        raise Refused(_("No member is called “%(name)s”. You can’t invite guests by name.") % facts)
    return user
