"""Matches as text records."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine.record import Ply, Record, legal_result, shown, write
from games.models import Action, Match
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
        plies=tuple(Ply(entry.seat, entry.text) for entry in entries_that_count(list(log))),
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
    """The records of all finished matches of `user`: name of the file, when the match ended, content.

    Only `RECORDS_AT_ONCE` matches are in memory. A record that its rules no longer replay is left out, and the log of
    the site says so.
    """
    matches = finished_matches_of(user).prefetch_related("actions")
    for match in matches.iterator(chunk_size=RECORDS_AT_ONCE):
        assert match.finished_at is not None
        try:
            text = write(_record(match, match.actions.all()))
        except ValueError:
            logger.exception("match %s has no record that replays", match.code)
            continue
        yield f"{match.finished_at:%Y-%m-%d}-{match.game}-{match.code}.txt", match.finished_at, text.encode()
