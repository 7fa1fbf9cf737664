"""Lists of matches for the pages: first keys, by an index, then the rows of all lists of a page in two queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from common.lookups import Numbers
from common.numbers import row_key
from games.models import Action, Block, Invitation, Match, Seat
from games.selectors.access import friends_hosts
from games.selectors.lobby.clubs import in_club_of, open_to
from games.selectors.people.chat import unread_by
from notices.seeing import unseen

PAGE = 25
"""Rows on a page of a long list."""

A_FEW = 8
"""How many rematches of one match are looked at."""

HEAVY = ("deal", "salt", "state", "password")
"""Large columns that lists leave out."""

URGENT = (F("deadline").asc(nulls_last=True), "to_move_since", "id")
"""The order of matches waiting for someone: the earliest deadline first, then those that have waited longest."""


class BadCursor(ValueError):
    """The text does not name a place in a list."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match with its seats in turn order, and the reader's seat, if any."""

    match: Match
    seats: tuple[Seat, ...]
    own: Seat | None

    @property
    def others(self) -> tuple[Seat, ...]:
        """The taken seats except the reader's."""
        return tuple(
            seat for seat in self.seats if (seat.user_id is not None or seat.is_at_device) and seat is not self.own
        )

    @property
    def host(self) -> User | None:
        """Who opened the table, while they sit there."""
        return next((seat.user for seat in self.seats if seat.user and seat.user_id == self.match.host_id), None)

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(seat.user_id is None and not seat.is_at_device for seat in self.seats)

    @property
    def moves_since(self) -> int:
        """How many actions others have played since the reader's last decision, if the match waits for the reader."""
        return int(getattr(self.match, "moves_since", 0))

    @property
    def has_unread(self) -> bool:
        """Whether the reader, who sits there, has unread messages from the others."""
        return self.own is not None and getattr(self.match, "has_unread", False)

    @property
    def seat_to_move(self) -> Seat | None:
        """The seat whose player must act."""
        return None if self.match.waits_for is None else self.seats[self.match.waits_for]

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The seats, best first; equal ranks in turn order."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.rank or len(self.seats), seat.number)))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the first rank."""
        return tuple(seat for seat in self.seats if seat.rank == 1)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a long list; `following` is the cursor of the next one, empty on the last."""

    rows: tuple[Row, ...]
    following: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Keys of the matches on a page of a long list; `following` is the cursor of the next page, empty on the last."""

    keys: list[int]
    following: str

    def page(self, user: User | None) -> Page:
        """The page with rows for the reader `user`."""
        return Page(rows=tuple(rows_of(self.keys, user)), following=self.following)


def turns_waiting(user: User) -> int:
    """How many running matches are waiting for a decision of `user`."""
    return Seat.objects.filter(_decides_now(user)).count()


@dataclass(frozen=True, slots=True)
class Calls:
    """The counts in the header of every page: matches waiting for the reader, and unseen notifications."""

    turns: int = 0
    news: int = 0


def calls_of(user: User, *, here: str = "") -> Calls:
    """The counts for `user`, without the match whose code is `here`: one query."""
    return Calls(*_counted(user.pk, here, timezone.now()))


def _calls(user_id: int, here: str, now: datetime) -> QuerySet[User, Any]:
    waiting = Seat.objects.filter(_decides_now(user_id)).exclude(match__code=here)
    numbers = _number(waiting), _number(unseen(user_id=user_id, now=now))
    return User.objects.filter(pk=user_id).values_list(*numbers)


_counted = Numbers(_calls, int, str, datetime)


def next_turn(user: User, *, here: str = "") -> Match | None:
    """The match in which the time of `user` runs out first, other than the one whose code is `here`; without clocks,
    the one that has waited longest.
    """
    return matches().filter(_decides(user)).exclude(code=here).order_by(*URGENT).first()


def addresses_waiting(user: User, *, most: int) -> list[str] | None:
    """The addresses of the matches waiting for `user`; None if there are more than `most`."""
    found = list(Match.objects.filter(_decides(user)).only("code")[: most + 1])
    return None if len(found) > most else [match.get_absolute_url() for match in found]


def your_turns(user: User) -> list[Row]:
    """The matches waiting for `user`, with their state and the number of actions by others, the most urgent first."""
    deciding = matches(shown=("state",)).filter(_decides(user))
    deciding = deciding.annotate(has_unread=unread_by(user), moves_since=_moves_since_own(user))
    return _rows(deciding.order_by(*URGENT), user)


def _moves_since_own(user: User) -> Coalesce:
    """How many actions others have played since the last decision of `user`; 0 if there was none."""
    own_seat = Seat.objects.filter(match=OuterRef("match"), user=user).values("number")[:1]
    own = Action.objects.filter(match=OuterRef("match"), source=Action.Source.PERSON, seat=Subquery(own_seat))
    played = Action.objects.filter(match=OuterRef("pk"), kind=Action.Kind.PLAY, undone=False)
    since = played.filter(ply__gt=Subquery(own.order_by("-ply").values("ply")[:1]))
    return Coalesce(Subquery(since.order_by().values("match").annotate(number=Count("pk")).values("number")), 0)


def waiting_for_others(user: User) -> list[int]:
    """Keys of matches in which `user` still plays and someone else decides, or which are quarantined; latest change
    first.
    """
    playing = Seat.objects.filter(user=user, stand_in=None, ended_at=None)
    unfinished = playing.filter(match__status__in=[Match.Status.RUNNING, Match.Status.BROKEN])
    waiting = Match.objects.filter(pk__in=unfinished.exclude(_decides_now(user)).values("match"))
    return _keys(waiting.order_by("-changed_at", "-id"))


def own_tables(user: User) -> list[int]:
    """Keys of the open tables at which `user` sits, newest first."""
    seats = Seat.objects.filter(user=user, ended_at=None, match__status=Match.Status.OPEN)
    tables = Match.objects.filter(pk__in=seats.values("match"))
    return _keys(tables.order_by("-created_at", "-id"))


def open_tables(
    user: User | None, *, game: str = "", sought: Q | None = None, cursor: str = "", limit: int = PAGE
) -> Stretch:
    """The open tables that `user` can find and has not joined, newest first; only those `sought`. Raises BadCursor.

    Rematches are not included: their seats are for those who played before, and people they invite.
    """
    here = {"status": Match.Status.OPEN, "rematch_of": None}
    tables = Match.objects.filter(found_by(user), open_to(user), sought or Q(), **here)
    if user is not None:
        tables = tables.exclude(_sits(user))
    if game:
        tables = tables.filter(game=game)
    return stretch(tables, moment="created_at", key="id", cursor=cursor, limit=limit)


def found_by(user: User | None) -> Q:
    """Tables that `user` can find: public, of friends, or of own clubs; none with anyone who blocks or is blocked."""
    found = Q(access__in=[Match.Access.ANYBODY, Match.Access.PASSWORD])
    if user is None:
        return found
    found |= Q(access=Match.Access.FRIENDS) & friends_hosts(user.pk)
    found |= Q(access=Match.Access.CLUB) & in_club_of(user.pk)
    return found & ~_apart_from_somebody(user)


def rematches_of(match: Match, user: User | None, shown: Q) -> list[Row]:
    """Those of the rematches of `match` that are `shown`: running ones, then open ones, each latest first. Of the open
    ones, `user` gets only those at which they sit or may join: nobody there blocks them or is blocked, and they were
    not removed. Without a `user`, all that are `shown`.
    """
    gathers = Q(status=Match.Status.OPEN)
    if user is not None:
        removed = Invitation.objects.filter(match=OuterRef("pk"), user=user, state=Invitation.State.REMOVED)
        shown &= ~gathers | Q(_sits(user)) | ~_apart_from_somebody(user) & ~Q(Exists(removed))
    found = matches().filter(shown, rematch_of=match)
    return _rows(found.order_by("-status", "-pk")[:A_FEW], user)


def invitations_of(user: User) -> list[int]:
    """Keys of the open tables with an unanswered invitation by name for `user`, newest first."""
    waiting = Invitation.objects.filter(match=OuterRef("pk"), user=user, state=Invitation.State.WAITING)
    tables = Match.objects.filter(Exists(waiting), status=Match.Status.OPEN)
    return _keys(tables.order_by("-created_at", "-id"))


def studies_of(user: User) -> list[Row]:
    """The records that `user` keeps as studies, latest first."""
    studies = matches().filter(host=user, status=Match.Status.STUDY)
    return _rows(studies.order_by("-created_at", "-id"), user)


def rows_of(keys: Iterable[int], user: User | None) -> list[Row]:
    """The matches with these keys, in the same order, as rows for the reader `user`."""
    return rows_of_lists(user, keys)[0]


def rows_of_lists(user: User | None, *lists: Iterable[int]) -> list[list[Row]]:
    """Several lists of keys as rows for the reader `user`, with whether the chat has unread messages: two queries."""
    wanted = [list(keys) for keys in lists]
    found = matches().filter(pk__in=set().union(*wanted))
    if user is not None:
        found = found.annotate(has_unread=unread_by(user))
    rows = {match.pk: _row(match, user) for match in found}
    return [[rows[key] for key in keys if key in rows] for keys in wanted]


def matches(*, shown: tuple[str, ...] = ()) -> QuerySet[Match]:
    """Matches with their seats in turn order, without the heavy columns except those `shown`."""
    seats = Seat.objects.select_related("user", "stand_in").order_by("number")
    hidden = [column for column in HEAVY if column not in shown]
    return Match.objects.defer(*hidden).prefetch_related(Prefetch("seats", queryset=seats))


def _number(rows: QuerySet[Any]) -> Coalesce:
    """The count of these rows of one user, as part of another query."""
    counted = rows.order_by().values("user").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)


def _apart_from_somebody(user: User) -> Q:
    """Tables with someone who blocks `user` or is blocked by them. A bot and its owner count as one."""
    own = {user.pk, user.household}
    blocked, blocking = (
        Q(**{column: OuterRef("user")}) | Q(**{column: OuterRef("user__owner")}) for column in ("blocked", "user")
    )
    apart = Block.objects.filter(Q(blocked, user__in=own) | Q(blocking, blocked__in=own), only_mutes=False)
    return Q(Exists(Seat.objects.filter(Exists(apart), match=OuterRef("pk"))))


def _sits(user: User) -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))


def _decides_now(user: User | int) -> Q:
    # If this seat is offered the win, a deadline is its own turn's, or the one until which it may choose.
    waits = Q(match__to_move=F("number")) | Q(match__claimable_by=F("number"), match__deadline__isnull=False)
    return Q(waits, user=user, stand_in=None, ended_at=None, match__status=Match.Status.RUNNING)


def _decides(user: User) -> Q:
    """The matches in which `user` decides now, by the index of the user's seats; running matches have no index of their
    own.
    """
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
    """The matches after the cursor in a list of matches or seats, the latest `moment` first; `key` is the column with
    the match. Raises BadCursor.
    """
    return stretch_of([listed], moment=moment, key=key, cursor=cursor, limit=limit)


def stretch_of(lists: Iterable[QuerySet], *, moment: str, key: str, cursor: str, limit: int) -> Stretch:  # type: ignore[type-arg]
    """The same of several lists together, none of which has a match of another: one query for each."""
    places: list[tuple[datetime | None, int]] = []
    for listed in lists:
        if cursor:
            listed = listed.filter(beyond(moment, key, *read_cursor(cursor)))
        places += listed.order_by(f"-{moment}", f"-{key}").values_list(moment, key)[: limit + 1]
    found = sorted(((at, match) for at, match in places if at is not None), reverse=True)[: limit + 1]
    following = write_cursor(*found[limit - 1]) if len(found) > limit else ""
    return Stretch(keys=[match for _at, match in found[:limit]], following=following)


def beyond(moment_column: str, key_column: str, moment: datetime, key: int) -> Q:
    """Keyset paging: the condition for what comes after a row in a list sorted latest first.

    It is written as a bound with an exception, not as two cases joined by "or". So databases start at the right place
    of the index instead of reading it from its beginning.
    """
    within = Q(**{f"{moment_column}__lte": moment})
    return within & (Q(**{f"{moment_column}__lt": moment}) | Q(**{f"{key_column}__lt": key}))


def write_cursor(moment: datetime, key: int) -> str:
    """The cursor for a row's place in a list. It needs no quoting in an address, where "+" would be a blank."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}~{key}"


def read_cursor(cursor: str) -> tuple[datetime, int]:
    """The place that a cursor names. Raises BadCursor."""
    moment, _mark, written = cursor.partition("~")
    key = row_key(written)
    try:
        read = datetime.fromisoformat(moment)
        if key is None or read.tzinfo is None:
            raise ValueError
        read = read.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadCursor(cursor) from error
    return read, key
