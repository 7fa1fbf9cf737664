"""Clubs in the API: the list, one club with its members, matches and leaderboards; join or ask to join, and leave.
Hosts found and change clubs, renew the invitation link, and decide about people.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404
from django.urls import reverse
from ninja import Router, Schema
from pydantic import Field

from accounts.models import User
from clubs import selectors
from clubs.models import INSIDE, Club, Member
from clubs.names import LONGEST
from clubs.pages.club_form import LONGEST_DESCRIPTION
from clubs.pages.parts import person_named
from clubs.services import founding, joining
from clubs.services.reporting import club_report
from common.pausing import check_pauses
from common.visible import check_seen
from games.api.v1.caller import ApiRequest, acting, reader
from games.api.v1.schemas.about import Leaderboard
from games.api.v1.schemas.matches import Row
from games.api.v1.schemas.shared import Body, ReportText, Short
from games.api.v1.shown import leaderboard_of, row_of
from games.catalogue import game_or_404
from games.selectors.ratings import leaderboards

router = Router(tags=["clubs"])

Sought = Annotated[str, Field(max_length=LONGEST, pattern=r"^[^\x00]*$")]


class ClubFacts(Schema):
    """A club."""

    code: str
    name: str
    description: str
    entry: str = Field(description="open, asking (the host lets people in) or link (only with the invitation link)")
    public: bool = Field(description="Whether people outside the club can see it.")
    people: int
    founded_at: datetime


class ClubReport(Body):
    """What is wrong with a club; `invite` is the last part of its link, for those who see it only by that."""

    club: Short
    reason: Literal["name", "insult", "spam", "other"]
    text: ReportText
    invite: Short = ""


class ClubList(Schema):
    """Latest first; ask again with `after` until it is empty."""

    clubs: list[ClubFacts]
    after: str


class ClubMember(Schema):
    """Someone in a club, or someone who asks to join it, is invited or was removed; `since` is when that began."""

    name: str
    since: datetime


class ClubPage(ClubFacts):
    """A club with its members, latest first; ask again with `after` until it is empty."""

    host: str
    standing: str | None = Field(description="Yours: host, member, asks, invited or removed; null for none.")
    invite: str | None = Field(description="The path of its invitation link; null unless you are the host.")
    asking: int | None = Field(description="How many people want to join; null unless you are the host.")
    members: list[ClubMember] = Field(description="Without the host.")
    after: str


class ClubPeople(Schema):
    """People outside a club, latest first; ask again with `after` until it is empty."""

    people: list[ClubMember]
    after: str


class ClubMatches(Schema):
    """The latest matches of a club, at most eight of each kind."""

    tables: list[Row]
    running: list[Row]
    finished: list[Row]


class ClubSettings(Body):
    """The settings of a club. What you leave out is set as for a new club."""

    name: Annotated[str, Field(max_length=LONGEST, pattern=r"^[^\x00]*$")]
    description: Annotated[str, Field(max_length=LONGEST_DESCRIPTION, pattern=r"^[^\x00]*$")] = ""
    entry: Literal["open", "asking", "link"] = "open"
    public: bool = Field(True, description="false: only members see it, and people join with its invitation link.")


class HostedClub(ClubFacts):
    """A club that you host."""

    invite: str = Field(description="The path of its invitation link.")


class Named(Body):
    """Whom the host decides about."""

    name: Short


class Joining(Body):
    """`invite` is the last part of the invitation link, if the club needs one."""

    invite: Short = ""


class Joined(Schema):
    """What you are now: `member`, or `asks` until the host answers."""

    standing: str


@router.get("clubs", response=ClubList, url_name="clubs")
def clubs(request: ApiRequest, q: Sought = "", mine: bool = False, inviting: bool = False, after: str = "") -> ClubList:
    """The public clubs whose names contain `q`; with `mine`, all clubs you belong to; with `inviting`, those that have
    invited you.
    """
    if mine or inviting:
        standings = [*(INSIDE if mine else ()), *([Member.Standing.INVITED] if inviting else [])]
        own: Sequence[Any] = selectors.clubs_of(acting(request), *standings)
        return ClubList(clubs=[ClubFacts(**_facts(club, club.people)) for club in own], after="")
    found = selectors.clubs_listed(sought=q.strip(), cursor=after)
    rows: Sequence[Any] = found.rows
    return ClubList(clubs=[ClubFacts(**_facts(club, club.people)) for club in rows], after=found.following)


@router.get("clubs/{club}", response=ClubPage, url_name="club")
def club(request: ApiRequest, club: str, after: str = "") -> ClubPage:
    """A club you can see, and who is in it."""
    found = _club(request, club)
    own = selectors.member_of(found, reader(request))
    page = selectors.members_of(found, Member.Standing.MEMBER, cursor=after)
    hosts = own is not None and own.standing == Member.Standing.HOST
    return ClubPage(
        **_facts(found, selectors.people_in(found)),
        host=selectors.host_of(found).username,
        standing=None if own is None else own.standing,
        invite=_link(found) if hosts else None,
        asking=selectors.waiting_in(found) if hosts else None,
        members=[_member(member) for member in page.rows],
        after=page.following,
    )


@router.get("clubs/{club}/matches", response=ClubMatches, url_name="club_matches")
def matches(request: ApiRequest, club: str) -> ClubMatches:
    """The matches of a club that you can see: tables that wait for players, running ones, and finished ones."""
    played = selectors.played_in(_club(request, club), reader(request))
    return ClubMatches(
        tables=[row_of(row) for row in played.tables],
        running=[row_of(row) for row in played.running],
        finished=[row_of(row) for row in played.finished],
    )


@router.get("clubs/{club}/leaderboards/{game}", response=Leaderboard, url_name="club_leaderboard")
def leaderboard(request: ApiRequest, club: str, game: str, after: str = "", before: str = "") -> Leaderboard:
    """The leaderboard of a club's members in a game."""
    found = _club(request, club)
    game_or_404(game)
    board = leaderboards.leaderboard(leaderboards.Pool(game=game, club=found.pk), after=after, before=before)
    return leaderboard_of(board)


@router.post("clubs/{club}/join", response=Joined, url_name="club_join")
def join(request: ApiRequest, club: str, how: Joining) -> Joined:
    """Join a club, or ask to. Bots are refused."""
    found, user = _changing(request, club, how.invite)
    return Joined(standing=joining.club_join(club=found, user=user, invite=how.invite).standing)


@router.post("clubs/{club}/leave", response={204: None}, url_name="club_leave")
def leave(request: ApiRequest, club: str) -> None:
    """Leave a club, or withdraw your request to join. If its host leaves, the longest-standing member
    becomes host.
    """
    found, user = _changing(request, club)
    joining.club_leave(club=found, user=user)


# --- for hosts --------------------------------------------------------------------------------------------------------


@router.post("clubs", response={201: HostedClub}, url_name="clubs")
def found(request: ApiRequest, settings: ClubSettings) -> HostedClub:
    """Found a club. You are its host. Bots are refused."""
    user = acting(request)
    check_pauses(request, "club", user)
    return _hosted(founding.club_found(founder=user, **_settled(settings)))


@router.post("clubs/{club}/change", response=HostedClub, url_name="club_change")
def change(request: ApiRequest, club: str, settings: ClubSettings) -> HostedClub:
    """Change the settings of your club. Hiding it also hides its cups and matches."""
    found, user = _changing(request, club)
    return _hosted(founding.club_change(club=found, user=user, **_settled(settings)))


@router.post("clubs/{club}/renew", response=HostedClub, url_name="club_renew")
def renew(request: ApiRequest, club: str) -> HostedClub:
    """Replace the invitation link of your club; the old one stops working."""
    found, user = _changing(request, club)
    return _hosted(founding.invite_renew(club=found, user=user))


@router.get("clubs/{club}/people", response=ClubPeople, url_name="club_people")
def people(
    request: ApiRequest, club: str, which: Literal["asks", "invited", "removed"] = "asks", after: str = ""
) -> ClubPeople:
    """The people who ask to join your club, whom you have invited, or removed. 404 unless you are its host."""
    found = _club(request, club)
    if selectors.host_of(found) != acting(request):
        raise Http404
    page = selectors.members_of(found, which, cursor=after)
    return ClubPeople(people=[_member(member) for member in page.rows], after=page.following)


@router.post("reports/club", response={204: None}, url_name="report_club")
def report(request: ApiRequest, wish: ClubReport) -> None:
    """Report a club to the moderators."""
    user, found = acting(request), _club(request, wish.club, wish.invite)
    check_seen(wish.text)
    check_pauses(request, "report", user)
    club_report(club=found, reporter=user, reason=wish.reason, text=wish.text)


@router.post("clubs/{club}/admit", response={204: None}, url_name="club_admit")
def admit(request: ApiRequest, club: str, whom: Named) -> None:
    """Let someone in who asks to join your club."""
    found, user = _changing(request, club)
    joining.member_admit(club=found, host=user, user=person_named(whom.name))


@router.post("clubs/{club}/decline", response={204: None}, url_name="club_decline")
def decline(request: ApiRequest, club: str, whom: Named) -> None:
    """Turn down someone who asks to join your club, or withdraw an invitation."""
    found, user = _changing(request, club)
    joining.member_decline(club=found, host=user, user=person_named(whom.name))


@router.post("clubs/{club}/remove", response={204: None}, url_name="club_remove")
def remove(request: ApiRequest, club: str, whom: Named) -> None:
    """Remove someone from your club, who comes back only if you invite them."""
    found, user = _changing(request, club)
    joining.member_remove(club=found, host=user, user=person_named(whom.name))


@router.post("clubs/{club}/invite", response={204: None}, url_name="club_invite")
def invite(request: ApiRequest, club: str, whom: Named) -> None:
    """Invite someone to your club by name. If they ask to join, this lets them in."""
    user, found = acting(request), _club(request, club)
    check_pauses(request, "invite", user)
    joining.member_invite(club=found, host=user, user=person_named(whom.name))


@router.post("clubs/{club}/host", response={204: None}, url_name="club_host")
def hand_on(request: ApiRequest, club: str, whom: Named) -> None:
    """Make another member the host of your club. You stay a member."""
    found, user = _changing(request, club)
    joining.host_hand_on(club=found, host=user, user=person_named(whom.name))


def _club(request: ApiRequest, code: str, invite: str = "") -> Club:
    found = selectors.club_for(reader(request), code, invite=invite)
    if found is None:
        raise Http404
    return found


def _changing(request: ApiRequest, code: str, invite: str = "") -> tuple[Club, User]:
    """The club in which the caller changes something, and the caller. Raises TooOften, as the page does."""
    user, found = acting(request), _club(request, code, invite)
    check_pauses(request, "club", user)
    return found, user


def _facts(club: Club, people: int) -> dict[str, Any]:
    same = ("code", "name", "description", "entry", "founded_at")
    return {name: getattr(club, name) for name in same} | {"public": club.is_public, "people": people}


def _link(club: Club) -> str:
    return reverse("club_invite", args=[club.code, club.invite])


def _hosted(club: Club) -> HostedClub:
    return HostedClub(**_facts(club, selectors.people_in(club)), invite=_link(club))


def _settled(settings: ClubSettings) -> dict[str, Any]:
    """The settings as arguments of the services."""
    return {
        "name": settings.name,
        "description": settings.description,
        "entry": settings.entry,
        "is_public": settings.public,
    }


def _member(member: Member) -> ClubMember:
    return ClubMember(name=member.user.username, since=member.since)
