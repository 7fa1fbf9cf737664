"""Matches as text records."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from games.engine.record import Ply, Record, legal_result, shown, write
from games.models import Action, Match, Seat
from games.selectors.access import Visitor, own_seat, seats_of
from games.selectors.archive import finished_matches_of
from games.selectors.engines import entries_that_count, options_of

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User

logger = logging.getLogger(__name__)

RECORDS_AT_ONCE = 20
"""Matches that are read together for a file with many records."""


def record_of(match: Match) -> Record:
    """The whole record of a started match, hidden things included."""
    return _record(match, match.actions.order_by("ply"))


def _record(match: Match, log: Iterable[Action]) -> Record:
    record = Record(
        game=match.game,
        rules=match.rules_version,
        seats=match.seat_count,
        options=options_of(match),
        deal=match.deal,
        plies=tuple(Ply(entry.played_by, entry.text) for entry in entries_that_count(list(log))),
    )
    return replace(record, result=legal_result(record))


def record_text(match: Match, visitor: Visitor) -> str:
    """The record as `visitor` may read it: whole when the match is over, with `?` for what is hidden before that."""
    record = record_of(match)
    if not match.is_open_book:
        seat = own_seat(seats_of(match), visitor.user_id)
        record = shown(record, None if seat is None else seat.number)
    return write(record)


def record_files(user: User) -> Iterator[tuple[str, datetime, bytes]]:
    """The records of all finished matches of `user`: name of the file, when the match ended, content."""
    for match, record in readable(finished_matches_of(user)):
        assert match.finished_at is not None
        name = f"{match.finished_at:%Y-%m-%d}-{match.game}-{match.code}.txt"
        yield name, match.finished_at, write(record).encode()


def open_record_files(user: User) -> Iterator[tuple[str, datetime, bytes]]:
    """Like `record_files`: running matches as far as `user` may read them, and studies; with the time they changed."""
    plays = Q(pk__in=Seat.objects.filter(user=user, ended_at=None).values("match"), status=Match.Status.RUNNING)
    matches = Match.objects.filter(plays | Q(host=user, status=Match.Status.STUDY)).order_by("pk")
    for match, record in readable(matches.prefetch_related("seats")):
        if not match.is_open_book:
            seat = own_seat(list(match.seats.all()), user.pk)
            record = shown(record, None if seat is None else seat.number)
        yield f"{match.status}-{match.game}-{match.code}.txt", match.changed_at, write(record).encode()


def readable(matches: QuerySet[Match]) -> Iterator[tuple[Match, Record]]:
    """Each of the matches with its whole record; only `RECORDS_AT_ONCE` of them are in memory.

    One that its rules no longer replay is left out, and the log of the site says so.
    """
    for match in matches.prefetch_related("actions").iterator(chunk_size=RECORDS_AT_ONCE):
        try:
            record = _record(match, match.actions.all())
        except ValueError:
            logger.exception("match %s has no record that replays", match.code)
        else:
            yield match, record
