"""Clubs in the API: the list, one club with its members and leaderboards, join or ask to join, and leave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from django.http import Http404
from ninja import Router, Schema
from pydantic import Field

from clubs import selectors
from clubs.models import Club, Member
from clubs.names import LONGEST
from clubs.pages.parts import check_club_pauses
from clubs.services.joining import club_join, club_leave
from games.api.v1.caller import ApiRequest, acting, reader
from games.api.v1.schemas import Body, Leaderboard, Short
from games.api.v1.shown import leaderboard_of
from games.engine import GAMES
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


class ClubList(Schema):
    """Latest first; ask again with `after` until it is empty."""

    clubs: list[ClubFacts]
    after: str


class ClubMember(Schema):
    """A member of a club."""

    name: str
    since: datetime


class ClubPage(ClubFacts):
    """A club with its members, latest first; ask again with `after` until it is empty."""

    host: str
    standing: str | None = Field(description="Yours: host, member, asks, invited or removed; null for none.")
    members: list[ClubMember] = Field(description="Without the host.")
    after: str


class Joining(Body):
    """`invite` is the last part of the invitation link, if the club needs one."""

    invite: Short = ""


class Joined(Schema):
    """What you are now: `member`, or `asks` until the host answers."""

    standing: str


@router.get("clubs", response=ClubList, url_name="clubs")
def clubs(request: ApiRequest, q: Sought = "", mine: bool = False, after: str = "") -> ClubList:
    """The public clubs whose names contain `q`; with `mine`, all clubs you belong to."""
    if mine:
        own: Sequence[Any] = selectors.clubs_of(acting(request))
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
    return ClubPage(
        **_facts(found, selectors.people_in(found)),
        host=selectors.host_of(found).username,
        standing=None if own is None else own.standing,
        members=[ClubMember(name=member.user.username, since=member.since) for member in page.rows],
        after=page.following,
    )


@router.get("clubs/{club}/leaderboards/{game}", response=Leaderboard, url_name="club_leaderboard")
def leaderboard(request: ApiRequest, club: str, game: str, after: str = "", before: str = "") -> Leaderboard:
    """The leaderboard of a club's members in a game."""
    found = _club(request, club)
    if game not in GAMES:
        raise Http404
    board = leaderboards.leaderboard(leaderboards.Pool(game=game, club=found.pk), after=after, before=before)
    return leaderboard_of(board)


@router.post("clubs/{club}/join", response=Joined, url_name="club_join")
def join(request: ApiRequest, club: str, how: Joining) -> Joined:
    """Join a club, or ask to. Bots are refused."""
    user = acting(request)
    found = _club(request, club, how.invite)
    check_club_pauses(request, user)
    return Joined(standing=club_join(club=found, user=user, invite=how.invite).standing)


@router.post("clubs/{club}/leave", response={204: None}, url_name="club_leave")
def leave(request: ApiRequest, club: str) -> None:
    """Leave a club, or withdraw your request to join. After its host the longest-standing member is host."""
    user = acting(request)
    found = _club(request, club)
    check_club_pauses(request, user)
    club_leave(club=found, user=user)


def _club(request: ApiRequest, code: str, invite: str = "") -> Club:
    found = selectors.club_for(reader(request), code, invite=invite)
    if found is None:
        raise Http404
    return found


def _facts(club: Club, people: int) -> dict[str, Any]:
    same = ("code", "name", "description", "entry", "founded_at")
    return {name: getattr(club, name) for name in same} | {"public": club.is_public, "people": people}
