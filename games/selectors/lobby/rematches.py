"""Rematches: the tables and matches at which a finished match is played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from accounts.selectors import of_closed_account
from games.models import Match, Seat
from games.selectors.access import Visitor, own_seat, seen_by
from games.selectors.records import lists


@dataclass(frozen=True, slots=True)
class Again:
    """The rematches of a finished match, as its page shows them to its reader. `sat`: the reader played there.

    `table` gathers players, and the reader sits there or may join; `begun` is another rematch that is running or over.
    """

    sat: bool = False
    may_ask: bool = False
    table: lists.Row | None = None
    begun: lists.Row | None = None

    @property
    def asking(self) -> list[str]:
        """The names of the people who wait at the table for the reader and others."""
        return [] if self.table is None else [str(seat.user) for seat in self.table.others if _is_person(seat)]

    @property
    def plays(self) -> bool:
        """Whether the reader plays in the rematch that has begun."""
        return self.begun is not None and self.begun.own is not None

    @property
    def mark(self) -> str:
        """A token that changes whenever the page should be refreshed."""
        shown = [row for row in (self.table, self.begun) if row is not None]
        return "_".join(f"{row.match.code}-{row.match.status}-{row.free}-{int(row.own is not None)}" for row in shown)


def playing_again(match: Match, seats: Sequence[Seat], visitor: Visitor) -> Again:
    """The rematches of a match, as far as `visitor` may know of them: open ones only for those who sat at `seats`."""
    if not match.may_be_repeated:
        return Again()
    sat = own_seat(list(seats), visitor.user_id) is not None
    shown = Q(status__in=[Match.Status.RUNNING, Match.Status.FINISHED])
    if not visitor.oversees:
        shown &= seen_by(visitor)
    if sat:
        shown |= Q(status=Match.Status.OPEN)
    rows = lists.rematches_of(match, visitor.reader, shown)
    table = next((row for row in rows if _gathers(row) and (row.own or row.free)), None)
    begun = next((row for row in rows if not _gathers(row)), None)
    goes_on = any(_plays_now(row) for row in rows)
    return Again(sat=sat, may_ask=sat and table is None and not goes_on, table=table, begun=begun)


def played_before(match: Match, user_id: int | None) -> Match | None:
    """The match of which `match` is a rematch, for someone who sat there."""
    if match.rematch_of_id is None or user_id is None:
        return None
    return Match.objects.filter(pk=match.rematch_of_id, seats__user=user_id).first()


def left_out(match: Match) -> list[str]:
    """The names of those who played before the rematch `match`, and neither sit at its table nor were invited to it."""
    before = User.objects.filter(seats__match=match.rematch_of_id, level="").exclude(of_closed_account())
    elsewhere = before.exclude(seats__match=match).exclude(invitations__match=match)
    return list(elsewhere.order_by("username").values_list("username", flat=True))


def tables_to_join(match: Match, user: User) -> tuple[Match | None, list[Match]]:
    """The unfinished rematch at which `user` sits, and those that have a free seat for `user`."""
    unfinished = Q(status__in=[Match.Status.RUNNING, Match.Status.OPEN])
    rows = lists.rematches_of(match, user, unfinished)
    own = next((row.match for row in rows if _plays_now(row) or (row.own and _gathers(row))), None)
    return own, [row.match for row in rows if _gathers(row) and row.free and not row.own]


def _gathers(row: lists.Row) -> bool:
    return row.match.status == Match.Status.OPEN


def _plays_now(row: lists.Row) -> bool:
    """Whether it is running and the reader still decides for a seat there, with no computer player standing in."""
    return row.match.status == Match.Status.RUNNING and row.own is not None and row.own.stand_in_id is None


def _is_person(seat: Seat) -> bool:
    return seat.user is not None and not seat.user.is_computer
