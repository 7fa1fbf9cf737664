"""Notifications about cups, written in the transaction that makes them true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Literal

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from clubs.models import INSIDE
from cups.models import Cup, Entry, Round
from cups.pairing.tables import Seating
from cups.selectors import entries_of
from games.models import Block
from notices.kinds import Kind
from notices.models import Notice
from notices.outbox import notify_each

LATELY = timedelta(hours=1)
"""Within this time, members of a club are told of only one new cup, and players of only one shorter time limit, however
often their host does it.
"""


def tell_of_opening(cup: Cup) -> None:
    """Notify the members of its club that they can enter, except the host and people who have blocked the host.

    Members with such a notification that is unseen, or not older than `LATELY`, get no other one.
    """
    club = cup.club
    assert club is not None, "a cup that is open to all is in the list of cups"
    members = User.objects.filter(memberships__club=club, memberships__standing__in=INSIDE, is_active=True)
    apart = Block.objects.filter(user=OuterRef("pk"), blocked=cup.host)
    facts = {"event": "opened", "club": club.code, "of": club.name}
    users = members.filter(~Exists(apart), ~_heard("pk", "opened", club=club.code)).order_by("pk")
    _tell(cup, [(user, facts) for user in users if user.pk != cup.host_id])


def tell_of_round(cup: Cup, round_: Round, tables: Iterable[Seating], entries: Mapping[int, Entry]) -> None:
    """Notify everyone with a table or a bye that a round is paired; the first round also begins the cup."""
    facts = {"event": "round" if round_.number else "begun", "game": round_.game, "round": round_.number + 1}
    _tell(
        cup,
        [
            (entries[player].user, facts | {"is_bye": len(seating) == 1})
            for seating in tables
            for player in seating
            if player in entries
        ],
    )


def tell_of_less_time(cup: Cup, round_: Round) -> None:
    """Notify everyone who still plays in a round that it ends sooner than they knew.

    People with such a notification that is unseen, or not older than `LATELY`, get no other one.
    """
    tables = round_.pairings.filter(ranks__isnull=True).values_list("players", flat=True)
    playing = {number for players in tables for number in players}
    heard = _heard("user", "sooner", cup=cup.code)
    entries = cup.entries.filter(~heard, number__in=playing).select_related("user").order_by("number")
    facts = {"event": "sooner", "game": round_.game, "round": round_.number + 1}
    _tell(cup, [(entry.user, facts) for entry in entries])


def tell_of_end(cup: Cup, places: Iterable[tuple[Entry, int]], people: int) -> None:
    """Notify everyone who stayed that the cup is over, with their place among `people`."""
    stayed = [(entry.user, place) for entry, place in places if entry.left_at is None]
    _tell(cup, [(user, {"event": "over", "place": place, "people": people}) for user, place in stayed])


def tell_of_calling_off(cup: Cup, *, why: Literal["", "late", "without_host"] = "") -> None:
    """Notify everyone in the cup that it is called off, and `why`: "" by its host, who need not be told. Its page will
    be gone.
    """
    if cup.club is not None:  # the news that it was opened is void, for people who have left the club too
        opened = Notice.objects.filter(kind=Kind.CUP, made_at__gte=cup.opened_at, seen_at=None, facts__cup=cup.code)
        opened.update(seen_at=timezone.now())
    users = [entry.user for entry in entries_of(cup) if entry.left_at is None and entry.user_id != cup.host_id]
    if why == "late" and cup.host is not None and cup.host.is_active:
        users.append(cup.host)
    facts: dict[str, Any] = {"event": "called_off", "name": cup.name}
    if why:
        facts[why] = True
    notify_each(kind=Kind.CUP, facts=[(user, facts) for user in users])


def tell_of_removal(cup: Cup, user: User) -> None:
    """Notify someone that the host has removed them."""
    _tell(cup, [(user, {"event": "removed"})])


def _heard(user: str, event: str, **about: str) -> Exists:
    """Whether the user in this column has a notification of the event that is unseen, or not older than `LATELY`."""
    lately = Q(seen_at=None) | Q(made_at__gt=timezone.now() - LATELY)
    facts = {f"facts__{name}": value for name, value in about.items()}
    return Exists(Notice.objects.filter(lately, user=OuterRef(user), kind=Kind.CUP, facts__event=event, **facts))


def _tell(cup: Cup, facts: Iterable[tuple[User, dict[str, Any]]]) -> None:
    of_cup = {"cup": cup.code, "name": cup.name}
    notify_each(kind=Kind.CUP, facts=[(user, of_cup | own) for user, own in facts])
