"""Lists of matches for the pages: keys first, by an index, then the rows of all lists of a page in two queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from games.models import Block, Invitation, Match, Seat
from games.selectors.access import friends_hosts
from games.selectors.chat import unread_by

if TYPE_CHECKING:
    from accounts.models import User

PAGE = 25
"""Rows on a page of a long list."""

A_FEW = 8
"""Rematches of one match that are looked at."""

HEAVY = ("deal", "salt", "state", "password")
"""Columns that lists do not show."""


URGENT = (F("deadline").asc(nulls_last=True), "awaited_since", "id")
"""The order of matches that wait for somebody: what runs out first, then what has waited longest."""


class BadCursor(ValueError):
    """The text is not a place in a list."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match with its seats in turn order and the seat of the reader, if any."""

    match: Match
    seats: tuple[Seat, ...]
    own: Seat | None

    @property
    def others(self) -> tuple[Seat, ...]:
        """The taken seats but the reader's."""
        return tuple(seat for seat in self.seats if seat.user_id is not None and seat is not self.own)

    @property
    def free(self) -> int:
        """How many seats wait for somebody."""
        return sum(seat.user_id is None for seat in self.seats)

    @property
    def has_unread(self) -> bool:
        """Whether the reader, who sits there, has not read all that the others have written."""
        return self.own is not None and getattr(self.match, "has_unread", False)

    @property
    def awaited(self) -> Seat | None:
        """The seat for whose player the match waits."""
        return None if self.match.waits_for is None else self.seats[self.match.waits_for]

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The seats, best first; equal ranks in turn order."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.rank or len(self.seats), seat.number)))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the first rank."""
        return tuple(seat for seat in self.seats if seat.rank == 1)


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a long list; `following` is the cursor of the next one, empty on the last."""

    rows: tuple[Row, ...]
    following: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Keys of the matches on a page of a long list; `following` is the cursor of the next one, empty on the last."""

    keys: list[int]
    following: str

    def page(self, user: User | None) -> Page:
        """The stretch with rows for the reader `user`."""
        return Page(rows=tuple(rows_of(self.keys, user)), following=self.following)


def turns_waiting(user: User) -> int:
    """How many running matches wait for a decision of `user`."""
    return Seat.objects.filter(_decides_now(user)).count()


def next_turn(user: User) -> Match | None:
    """The match whose time for `user` runs out first; without any clock, the one that has waited longest."""
    return matches().filter(_decides(user)).order_by(*URGENT).first()


def addresses_waiting(user: User, *, most: int) -> list[str] | None:
    """The addresses of the matches that wait for `user`; None for more than `most`."""
    found = list(Match.objects.filter(_decides(user)).only("code")[: most + 1])
    return None if len(found) > most else [match.get_absolute_url() for match in found]


def your_turns(user: User) -> list[Row]:
    """The matches that wait for `user`, with their state, the most urgent first."""
    deciding = matches(shown=("state",)).filter(_decides(user)).annotate(has_unread=unread_by(user))
    return _rows(deciding.order_by(*URGENT), user)


def waiting_for_others(user: User) -> list[int]:
    """Keys of matches in which `user` still plays and somebody else decides, or which rest, the latest change first."""
    playing = Seat.objects.filter(user=user, stand_in=None, ended_at=None)
    unfinished = playing.filter(match__status__in=[Match.Status.RUNNING, Match.Status.BROKEN])
    waiting = Match.objects.filter(pk__in=unfinished.exclude(_decides_now(user)).values("match"))
    return _keys(waiting.order_by("-changed_at", "-id"))


def own_tables(user: User) -> list[int]:
    """Keys of the open tables at which `user` sits, the newest first."""
    seats = Seat.objects.filter(user=user, ended_at=None, match__status=Match.Status.OPEN)
    tables = Match.objects.filter(pk__in=seats.values("match"))
    return _keys(tables.order_by("-created_at", "-id"))


def open_tables(
    user: User | None, *, game: str = "", sought: Q | None = None, cursor: str = "", limit: int = PAGE
) -> Stretch:
    """The open tables that `user` finds and has not joined, the newest first, those `sought` only. Raises BadCursor.

    Rematches are not among them: their seats are for those who played before, and whoever these invite.
    """
    tables = Match.objects.filter(found_by(user), sought or Q(), status=Match.Status.OPEN, rematch_of=None)
    if user is not None:
        tables = tables.exclude(_sits(user))
    if game:
        tables = tables.filter(game=game)
    return stretch(tables, moment="created_at", key="id", cursor=cursor, limit=limit)


def found_by(user: User | None) -> Q:
    """Tables that `user` finds: public ones and those of friends, none with somebody who blocks or is blocked."""
    found = Q(access__in=[Match.Access.ANYBODY, Match.Access.PASSWORD])
    if user is None:
        return found
    found |= Q(access=Match.Access.FRIENDS) & friends_hosts(user.pk)
    return found & ~_apart_from_somebody(user)


def rematches_of(match: Match, user: User | None, shown: Q) -> list[Row]:
    """Those of the rematches of `match` that are `shown`: running ones, then open ones, the latest first. Of the open
    ones only those at which `user` sits, or may sit down beside everybody who does.
    """
    gathers = Q(status=Match.Status.OPEN)
    if user is not None:
        sent_away = Invitation.objects.filter(match=OuterRef("pk"), user=user, state=Invitation.State.SENT_AWAY)
        shown &= ~gathers | Q(_sits(user)) | ~_apart_from_somebody(user) & ~Q(Exists(sent_away))
    found = matches().filter(shown, rematch_of=match)
    return _rows(found.order_by("-status", "-pk")[:A_FEW], user)


def invitations_of(user: User) -> list[int]:
    """Keys of the open tables to which `user` was invited by name and has not answered, the newest first."""
    waiting = Invitation.objects.filter(match=OuterRef("pk"), user=user, state=Invitation.State.WAITING)
    tables = Match.objects.filter(Exists(waiting), status=Match.Status.OPEN)
    return _keys(tables.order_by("-created_at", "-id"))


def studies_of(user: User) -> list[Row]:
    """The records that `user` keeps as studies, the latest first."""
    studies = matches().filter(host=user, status=Match.Status.STUDY)
    return _rows(studies.order_by("-created_at", "-id"), user)


def rows_of(keys: Iterable[int], user: User | None) -> list[Row]:
    """The matches with these keys, in their order, as rows for the reader `user`."""
    return rows_of_lists(user, keys)[0]


def rows_of_lists(user: User | None, *lists: Iterable[int]) -> list[list[Row]]:
    """Several lists of keys as rows for the reader `user`, with a word on what is unread in the chat: two queries."""
    wanted = [list(keys) for keys in lists]
    found = matches().filter(pk__in=set().union(*wanted))
    if user is not None:
        found = found.annotate(has_unread=unread_by(user))
    rows = {match.pk: _row(match, user) for match in found}
    return [[rows[key] for key in keys if key in rows] for keys in wanted]


def matches(*, shown: tuple[str, ...] = ()) -> QuerySet[Match]:
    """Matches with their seats in turn order, without the heavy columns but for those `shown`."""
    seats = Seat.objects.select_related("user", "stand_in").order_by("number")
    hidden = [column for column in HEAVY if column not in shown]
    return Match.objects.defer(*hidden).prefetch_related(Prefetch("seats", queryset=seats))


def _apart_from_somebody(user: User) -> Q:
    """Tables with somebody who blocks `user` or is blocked."""
    apart = Block.objects.filter(
        Q(user=user, blocked=OuterRef("user")) | Q(blocked=user, user=OuterRef("user")), only_mutes=False
    )
    return Q(Exists(Seat.objects.filter(Exists(apart), match=OuterRef("pk"))))


def _sits(user: User) -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))


def _decides_now(user: User) -> Q:
    # Where the win is offered to this seat, a deadline is its own, or the one until which it may choose.
    waits = Q(match__awaited=F("number")) | Q(match__win_offer=F("number"), match__deadline__isnull=False)
    return Q(waits, user=user, stand_in=None, ended_at=None, match__status=Match.Status.RUNNING)


def _decides(user: User) -> Q:
    """The matches in which `user` decides now, found by the index of the user's seats: running ones have no other."""
    return Q(pk__in=Seat.objects.filter(_decides_now(user)).values("match"))


def _rows(found: QuerySet[Match], user: User | None) -> list[Row]:
    return [_row(match, user) for match in found]


def _keys(found: QuerySet[Match]) -> list[int]:
    return list(found.values_list("pk", flat=True))


def _row(match: Match, user: User | None) -> Row:
    seats = tuple(match.seats.all())
    own = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    return Row(match=match, seats=seats, own=own)


def stretch(listed: QuerySet, *, moment: str, key: str, cursor: str, limit: int) -> Stretch:  # type: ignore[type-arg]
    """The matches behind the cursor in a list of matches or seats, the latest `moment` first; `key` is the column with
    the match. Raises BadCursor.
    """
    if cursor:
        listed = listed.filter(beyond(moment, key, *read_cursor(cursor)))
    places = listed.order_by(f"-{moment}", f"-{key}").values_list(moment, key)[: limit + 1]
    found = [(at, match) for at, match in places if at is not None]
    following = write_cursor(*found[limit - 1]) if len(found) > limit else ""
    return Stretch(keys=[match for _at, match in found[:limit]], following=following)


def beyond(moment_column: str, key_column: str, moment: datetime, key: int) -> Q:
    """Keyset paging: what comes after a row in a list with the latest first.

    Said as a bound and an exception, not as two cases joined by "or": so databases begin at the right place of the
    index instead of reading it from its start.
    """
    within = Q(**{f"{moment_column}__lte": moment})
    return within & (Q(**{f"{moment_column}__lt": moment}) | Q(**{f"{key_column}__lt": key}))


def write_cursor(moment: datetime, key: int) -> str:
    """The place of a row in a list as text."""
    return f"{moment.isoformat()}~{key}"


def read_cursor(cursor: str) -> tuple[datetime, int]:
    """The place that a text names. Raises BadCursor."""
    moment, _mark, key = cursor.partition("~")
    try:
        if not (key.isascii() and key.isdigit() and len(key) < 19):
            raise ValueError
        read = datetime.fromisoformat(moment)
        if read.tzinfo is None:
            raise ValueError
        read = read.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadCursor(cursor) from error
    return read, int(key)
