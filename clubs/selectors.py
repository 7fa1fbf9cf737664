"""Who may see which club, who is in it, and the lists."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q
from django.utils.crypto import constant_time_compare

from accounts.models import User
from clubs.models import INSIDE, LISTED, Club, Member
from clubs.names import normal, skeleton
from games.models import Block, Match
from games.selectors.access import Visitor, seen_by
from games.selectors.lobby import clubs as known_to_games
from games.selectors.records.lists import PAGE, Row, rows_of_lists, stretch

A_FEW = 8
"""How many matches of each kind the page of a club shows."""

PEOPLE = Count("members", filter=Q(members__standing__in=INSIDE))
"""Annotation: the number of people who belong to a club."""


@dataclass(frozen=True, slots=True)
class Clubs:
    """A stretch of the list of clubs, each with its number of `people`; `following` is the cursor of the next."""

    rows: tuple[Club, ...]
    following: str


@dataclass(frozen=True, slots=True)
class Members:
    """A stretch of the people with one standing in a club; `following` is the cursor of the next."""

    rows: tuple[Member, ...]
    following: str


@dataclass(frozen=True, slots=True)
class Played:
    """The latest tables of a club that wait for players, running matches and finished matches."""

    tables: tuple[Row, ...]
    running: tuple[Row, ...]
    finished: tuple[Row, ...]


def club_for(user: User | None, code: str, *, invite: str = "") -> Club | None:
    """The club with this code, if `user` may see it or has its `invite`; otherwise None, as if it did not exist."""
    club = Club.objects.filter(code=code, closed_at=None).select_related("founder").first()
    if club is None or club.is_public or holds(club, invite):
        return club
    own = member_of(club, user)
    return club if own is not None and (own.is_inside or own.standing == Member.Standing.INVITED) else None


def clubs_seen(asked: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of these pairs of a club's code and a user's key in which the user may see the club, by the rule of
    `club_for` for people without a link: two queries at most.
    """
    found = Club.objects.filter(code__in={code for code, _user in asked}, closed_at=None)
    clubs = dict(found.values_list("code", "is_public"))
    hidden = {(code, user) for code, user in asked if not clubs.get(code, True)}
    seen = {(code, user) for code, user in asked if clubs.get(code, False)}
    if hidden:
        own = Member.objects.filter(
            club__code__in={code for code, _user in hidden},
            user__in={user for _code, user in hidden},
            standing__in=[*INSIDE, Member.Standing.INVITED],
        )
        seen |= hidden & set(own.values_list("club__code", "user"))
    return seen


def holds(club: Club, invite: str) -> bool:
    """Whether `invite` is the secret part of the club's link."""
    return invite != "" and constant_time_compare(invite, club.invite)


def member_of(club: Club, user: User | None) -> Member | None:
    """The row of `user` in the club, inside or not; None without one."""
    return None if user is None else Member.objects.filter(club=club, user=user).first()


def is_inside(club: Club, user: User) -> bool:
    """Whether `user` belongs to the club and moderators have not closed it."""
    return known_to_games.is_inside(club.pk, user)


def is_listed(club: Club) -> bool:
    """Whether everyone may know of the club."""
    return club.is_public and club.closed_at is None


def own_club(user: User, code: str) -> Club | None:
    """The club with this code if `user` belongs to it, otherwise None."""
    inside = Member.objects.filter(user=user, standing__in=INSIDE)
    return Club.objects.filter(code=code, closed_at=None, pk__in=inside.values("club")).first()


def host_of(club: Club) -> User:
    """The host of the club."""
    return Member.objects.select_related("user").get(club=club, standing=Member.Standing.HOST).user


def members_of(club: Club, standing: str, *, cursor: str = "", limit: int = PAGE) -> Members:
    """The people with this standing in the club, latest first. Raises BadCursor."""
    found = Member.objects.filter(club=club, standing=standing)
    keys = stretch(found, moment="since", key="id", cursor=cursor, limit=limit)
    rows = Member.objects.select_related("user").in_bulk(keys.keys)
    return Members(tuple(rows[key] for key in keys.keys if key in rows), keys.following)


def people_in(club: Club) -> int:
    """The number of people who belong to the club."""
    return Member.objects.filter(club=club, standing__in=INSIDE).count()


def waiting_in(club: Club) -> int:
    """The number of people who ask to join."""
    return Member.objects.filter(club=club, standing=Member.Standing.ASKS).count()


def played_in(club: Club, user: User | None) -> Played:
    """The club's latest matches that `user` may see: one query per list, and two for all rows."""
    shown = Match.objects.filter(seen_by(Visitor(user or AnonymousUser())), club=club)
    orders = {
        Match.Status.OPEN: ("-created_at", "-id"),
        Match.Status.RUNNING: ("-changed_at", "-id"),
        Match.Status.FINISHED: ("-finished_at", "-id"),
    }
    keys = [
        shown.filter(status=status).order_by(*order).values_list("pk", flat=True)[:A_FEW]
        for status, order in orders.items()
    ]
    return Played(*map(tuple, rows_of_lists(user, *keys)))


def clubs_listed(*, sought: str = "", cursor: str = "", limit: int = PAGE) -> Clubs:
    """The public clubs whose names contain `sought`, latest first: two queries. Raises BadCursor."""
    found = Club.objects.filter(LISTED)
    if sought:
        found = found.filter(Q(name_skeleton__contains=skeleton(normal(sought))))
    keys = stretch(found, moment="founded_at", key="id", cursor=cursor, limit=limit)
    rows = Club.objects.annotate(people=PEOPLE).in_bulk(keys.keys)
    return Clubs(tuple(rows[key] for key in keys.keys if key in rows), keys.following)


def clubs_of(user: User, *standings: str) -> list[Club]:
    """The clubs in which `user` has one of `standings` (by default: belongs), by name, each with its `people`.

    An invitation does not count once `user` or the host has blocked the other.
    """
    own = (
        Member.objects.filter(user=user, standing__in=standings or INSIDE).exclude(blocked_invitation()).values("club")
    )
    return list(Club.objects.filter(pk__in=own, closed_at=None).annotate(people=PEOPLE).order_by("name_skeleton"))


def blocked_invitation() -> Q:
    """Condition on members: they are invited, but have blocked the host or are blocked by the host. Muting does not
    count.
    """
    host = Member.objects.filter(club=OuterRef(OuterRef("club")), standing=Member.Standing.HOST).values("user")
    either = Q(user=OuterRef("user"), blocked__in=host) | Q(user__in=host, blocked=OuterRef("user"))
    return Q(Exists(Block.objects.filter(either, only_mutes=False)), standing=Member.Standing.INVITED)


def public_memberships_of(user: User) -> list[Member]:
    """The memberships of `user` in public clubs, by name of the club: one query."""
    own = Member.objects.filter(user=user, standing__in=INSIDE, club__is_public=True, club__closed_at=None)
    return list(own.select_related("club").order_by("club__name_skeleton"))
