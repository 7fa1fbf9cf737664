"""Protects running rated games: nobody may get advice about one by analysing a copy of it. Nor may those who play a
sealed deal get any about their own game.

A record is a copy if it agrees with everything its reader may see of such a game: with what everyone sees and, if the
reader sits there, with what their own seat knows. What is filled in for the rest does not matter, so the answer
reveals nothing about it.

Two games agree if they share the latest position of one of them. Positions are compared by their essence (see
`games.engine.essence`): the number and order of steps do not matter, nor do the names of equal things and the numbers
of seats. Games do not agree while many look alike by chance (see `games.engine.apart`): openings belong to everyone. A
game that was first is no copy: of two games, only the one that came later to the first position they share is refused.
This does not catch people who change irrelevant details, or who ask a program elsewhere. Sealed games leave no
fingerprints: what others upload is not compared with them, so that no refusal says anything about a sealed deal. Only
their starts are (see `sealed_starts`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import of_household
from common.refusals import Refused
from games.engine import GAMES
from games.engine.record import Record, positions
from games.models import Fingerprint, Match, Seat
from games.selectors.access import own_seat, seats_of, unsealed
from games.selectors.position.engines import entries_that_count
from games.selectors.records.match_export import record_of
from games.services.fair_play.fingerprints import UNFINISHED, Seen, catch_up, reached_at, seen, stands_there, walked
from games.services.fair_play.sealed_starts import still_sealed

_NOT_HERE = -1
"""Replaces the key of a log entry where only the time counts: it is before all keys."""


class Reached(NamedTuple):
    """When a game reached a position, as far as the site knows."""

    made_at: datetime
    entry: int
    """The key of the log entry that led there. Clocks may be wrong, and a record may claim any time: keys are in the
    order in which the site learned of positions.
    """

    def is_before(self, other: Reached) -> bool:
        """Whether it was earlier by both time and key."""
        return self.made_at < other.made_at and self.entry < other.entry


class Step(NamedTuple):
    """A log position of a rated match that shares its public fingerprint with a position of the record."""

    match: int
    ply: int
    fingerprint: int
    tells: bool
    is_now: bool
    """Whether this is the current position of the match."""
    made_at: datetime
    entry: int

    @property
    def reached(self) -> Reached:
        """When the match came there."""
        return Reached(self.made_at, self.entry)


class Own(NamedTuple):
    """The seat of the person asking in an unfinished match that is rated or sealed."""

    seat: int
    is_sealed: bool


class Agreement(NamedTuple):
    """A position of a record, and one of a rated match from which the same can follow."""

    at: int
    """The number of actions before it in the record."""
    is_now: bool
    reached: Reached
    """When the match came there."""


def check_not_a_rated_game(record: Record, user: User | None = None) -> None:
    """Raise Refused while the game of `record`, all of which `user` may read, is a running rated game at some table,
    or a running sealed game of `user`.

    Without a `user` the check is for everyone. A few queries, however many matches there are. The positions of a record
    that names its match on this site count as reached when that match was played; those of any other record, as reached
    now.
    """
    _check(Comparison(record, _times_here(record), None), _own_seats(record, user))


def check_match_not_a_rated_game(match: Match, user: User) -> None:
    """The same check for a running match, of which `user` sees only what their own seat there sees."""
    record, reached = _record_and_times(match)
    seat = own_seat(seats_of(match), user.pk)
    own = {} if seat is None else _own_seats(record, user)
    _check(Comparison(record, reached, None if seat is None else seat.number), own)


def check_open_match_not_a_rated_game(match: Match, user: User | None = None, step: int | None = None) -> None:
    """The same check for a match or study in which nothing is hidden, up to `step`."""
    record, reached = _record_and_times(match)
    upto = replace(record, plies=record.plies[:step], result=None)
    _check(Comparison(upto, reached, None), _own_seats(record, user))


def _record_and_times(match: Match) -> tuple[Record, list[Reached]]:
    """The record of a match, and when it reached each of its positions.

    The steps that it has inherited from another match keep the times at which that match reached them.
    """
    log = list(match.actions.order_by("ply"))
    played = entries_that_count(log)
    made = [Reached(entry.made_at, _NOT_HERE if entry.ply < match.inherited_plies else entry.pk) for entry in played]
    begun = min([match.started_at or match.created_at, *(one.made_at for one in made[:1])])
    return record_of(match, log), [Reached(begun, _NOT_HERE), *made]


def _times_here(record: Record) -> list[Reached] | None:
    """When the match that the record names reached each of its positions; None if the record is not of that match or
    the match hides something.
    """
    address, _match, code = record.occasion.site.rstrip("/").rpartition("/match/")
    if address != settings.SITE_URL or not code:
        return None
    nothing_hidden = Q(status=Match.Status.FINISHED)
    if record.seats in GAMES[record.game].OPEN_SEATS:
        nothing_hidden |= Q(status=Match.Status.RUNNING)
    match = Match.objects.filter(unsealed(), nothing_hidden, code=code).first()
    if match is None:
        return None
    played, reached = _record_and_times(match)
    upto = replace(played, plies=played.plies[: len(record.plies)], occasion=record.occasion, result=record.result)
    return reached if upto == record else None


def _own_seats(record: Record, user: User | None) -> dict[int, Own]:
    """The seat of `user`, their owner or one of their bots in each of these people's unfinished rated or sealed matches
    with the record's game and seat count: one could open the copy for another.
    """
    if user is None:
        return {}
    guarded = Q(match__rated=True) | Q(match__sealed_until__gt=timezone.now())
    seats = Seat.objects.filter(guarded, of_household(user), ended_at=None, match__status__in=UNFINISHED)
    of_such_a_table = seats.filter(match__game=record.game, match__seat_count=record.seats)
    rows = of_such_a_table.values_list("match", "number", "match__sealed_until")
    return {match: Own(number, sealed is not None) for match, number, sealed in rows}


class Comparison:
    """A record that is compared with rated matches."""

    def __init__(self, record: Record, reached: Sequence[Reached] | None, reader: int | None) -> None:
        """`reached`: when each position was, if the site knows; `reader`: the seat reading the record, None for all."""
        self.record, self.reached, self.reader = record, reached, reader
        self.game, self.seats = GAMES[record.game], record.seats
        self.apart = self.game.APART[record.seats]
        self.states = list(positions(record))
        self.public = [self._seen(state, None) for state in self.states]
        self.at: dict[int, list[int]] = defaultdict(list)
        for index, public in enumerate(self.public):
            self.at[public.fingerprint].append(index)
        self.own = cache(lambda index, seat: self._seen(self.states[index], seat).text)

    @property
    def names_matter(self) -> bool:
        """Whether spectators must compare names for longer than a player at their own seat."""
        return self.apart.everybody.unnamed > self.apart.own.unnamed

    def is_copy(self, found: Collection[Agreement]) -> bool:
        """Whether these agreements are enough to refuse the record: they include the latest position of either game,
        and the record was not the first to reach the earliest of them.
        """
        if not any(one.is_now or one.at == len(self.states) - 1 for one in found):
            return False
        if self.reached is None:
            return True
        begins = min(one.at for one in found)
        return not all(self.reached[begins].is_before(one.reached) for one in found if one.at == begins)

    def publicly(self, steps: Iterable[Step]) -> list[Agreement]:
        """The agreements between the public views of the record and of a match."""
        return [
            Agreement(index, one.is_now, one.reached)
            for one in steps
            if one.tells
            for index in self.at[one.fingerprint]
        ]

    def from_seat(self, steps: Iterable[Step], states: Mapping[int, Any], seat: int) -> Iterator[Agreement]:
        """The agreements between the record and a match as this seat sees both; `states` are by log position."""
        for one in steps:
            indexes = self._alike(one, states[one.ply])
            if not indexes:
                continue
            there = self._seen(states[one.ply], seat)
            for index in indexes:
                here = self._seat_at(index, self._place(seat, there.first))
                if here is None:
                    # What another seat holds here must not be compared with what they hold in their own rated game.
                    agrees = one.tells and one.fingerprint == self.public[index].fingerprint
                else:
                    agrees = there.tells and there.text == self.own(index, here)
                if agrees:
                    yield Agreement(index, one.is_now, one.reached)

    def steps_of(self, match: Match, states: Mapping[int, Any]) -> list[Step]:
        """All positions of a match that leaves no fingerprints, with its `states` by log position."""
        led = {entry.ply + 1: Reached(entry.made_at, entry.pk) for entry in match.actions.all()}
        begun, now = Reached(match.started_at or match.created_at, 0), max(states)
        return [
            Step(match.pk, ply, public.fingerprint, public.tells, ply == now, *led.get(ply, begun))
            for ply, public in ((ply, self._seen(state, None)) for ply, state in states.items())
        ]

    def _alike(self, one: Step, state: Any) -> Sequence[int]:
        """The positions of the record to compare with this state of a match: those with the same public look; or, while
        only names tell spectators anything, all that are as far along.
        """
        if (
            self.names_matter
            and (progress := self.game.progress(self.game.view(state, None))) < self.apart.everybody.unnamed
        ):
            return [index for index, public in enumerate(self.public) if public.progress == progress]
        return self.at.get(one.fingerprint, ())

    def _place(self, seat: int, first: int) -> int:
        return (seat - first) % self.seats

    def _seat_at(self, index: int, place: int) -> int | None:
        """The seat of the record that sits at a place; None if the reader does not see what it sees."""
        first = self.public[index].first
        if self.reader is None:
            return (first + place) % self.seats
        return self.reader if self._place(self.reader, first) == place else None

    def _seen(self, state: Any, seat: int | None) -> Seen:
        return seen(self.game, state, seat, self.seats)


def _check(compared: Comparison, own: Mapping[int, Own]) -> None:
    """Raise Refused if the record is a copy of a match; the user's `own` ones are compared as their seats see both."""
    record = compared.record
    catch_up(Match.objects.filter(game=record.game, seat_count=record.seats))
    steps: dict[int, list[Step]] = defaultdict(list)
    for one in _shared(compared, own):
        steps[one.match].append(one)
    if any(compared.is_copy(compared.publicly(found)) for pk, found in steps.items() if pk not in own):
        raise Refused(_still_rated())
    looked_at = [pk for pk, seat in own.items() if seat.is_sealed or pk in steps]
    for match in Match.objects.filter(pk__in=looked_at).prefetch_related("actions"):
        mine, states = own[match.pk], dict(walked(match, [*match.actions.all()]))
        there = compared.steps_of(match, states) if mine.is_sealed else steps[match.pk]
        if compared.is_copy([*compared.from_seat(there, states, mine.seat)]):
            raise Refused(still_sealed() if mine.is_sealed else _still_rated())


def _still_rated() -> str:
    return _("This game is rated and still being played. You can open it here when it is over.")


def _shared(compared: Comparison, own: Collection[int]) -> list[Step]:
    """The positions of rated matches that have the public looks of a record. One query.

    Looks that many matches share are left out, unless the match is among the `own` ones; of these, all positions are
    taken while names matter, because the seat then compares what it sees itself.
    """
    alike = Q(tells=True) | Q(series__match__in=own)
    found = Fingerprint.objects.filter(Q(value__in=list(compared.at)) & alike)
    if compared.names_matter and own:
        found = Fingerprint.objects.filter(Q(value__in=list(compared.at)) & alike | Q(series__match__in=own))
    running = found.filter(
        series__match__rated=True,
        series__match__status__in=UNFINISHED,
        series__match__game=compared.record.game,
        series__match__seat_count=compared.seats,
    )
    is_now = ExpressionWrapper(stands_there(), output_field=BooleanField())
    made_at, entry = reached_at()
    rows = running.annotate(is_now=is_now, made_at=made_at, entry=entry)
    return [
        Step(*row) for row in rows.values_list("series__match", "ply", "value", "tells", "is_now", "made_at", "entry")
    ]
