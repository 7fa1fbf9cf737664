"""Exports matches as text records."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Q, QuerySet

from games.engine.occasion import NOBODY, Occasion, occasion_from
from games.engine.record import Ply, Record, legal_result, shown, write
from games.models import Action, Match, Seat
from games.selectors.access import Visitor, own_seat, seats_of
from games.selectors.position.engines import entries_that_count, options_of
from games.selectors.records.archive import finished_matches_of
from games.skill import Skill

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User

logger = logging.getLogger(__name__)

RECORDS_AT_ONCE = 20
"""Matches that are read at a time for a file with many records."""


def record_of(match: Match, log: Iterable[Action] | None = None) -> Record:
    """The complete record of a started match, hidden information included; its log is read, unless it is given."""
    return _record(match, match.actions.order_by("ply") if log is None else log)


def _record(match: Match, log: Iterable[Action]) -> Record:
    record = Record(
        game=match.game,
        rules=match.rules_version,
        seats=match.seat_count,
        options=options_of(match),
        deal=match.deal,
        plies=tuple(Ply(entry.played_by, entry.text) for entry in entries_that_count(list(log))),
        occasion=occasion_of(match),
    )
    return replace(record, result=legal_result(record))


def occasion_of(match: Match) -> Occasion:
    """The facts in the record of a started match besides the game; for a study, those of its original record."""
    if match.status == Match.Status.STUDY:
        return occasion_from(match.record_headers, match.seat_count)
    assert match.started_at is not None
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return Occasion(
        site=settings.SITE_URL + match.get_absolute_url(),
        date=f"{match.started_at.astimezone(UTC):%Y-%m-%d}",
        names=tuple(_name(seat) for seat in seats),
        ratings=_ratings(match),
        pace=match.pace + (", weekends off" if match.weekends_off else ""),
    )


def _name(seat: Seat) -> str:
    """The name at a seat, with a remark if it was typed for a match on one device, and is not that of an account."""
    if seat.user is not None:
        return seat.user.username
    return f"{seat.name_at_device} (typed)" if seat.name_at_device else NOBODY


def _ratings(match: Match) -> tuple[str, ...]:
    """The ratings of the seats before a match that counted; () for every other match."""
    rated = getattr(match, "rated_match", None) if match.rated else None
    if rated is None:
        return ()
    before = {change.seat: Skill(change.mu_before, change.sigma_before).rating for change in rated.changes.all()}
    return tuple(str(before.get(number, NOBODY)) for number in range(match.seat_count)) if before else ()


def record_text(match: Match, visitor: Visitor) -> str:
    """The record as `visitor` may read it: complete when the match is over, before that with `?` for what is hidden."""
    record = record_of(match)
    if not match.is_open_book:
        seat = own_seat(seats_of(match), visitor.user_id)
        record = shown(record, None if seat is None else seat.number)
    return write(record)


def record_files(user: User) -> Iterator[tuple[str, datetime, bytes]]:
    """The records of all finished matches of `user`: file name, end of the match, content."""
    for match, record in readable(finished_matches_of(user)):
        assert match.finished_at is not None
        name = f"{match.finished_at:%Y-%m-%d}-{match.game}-{match.code}.txt"
        yield name, match.finished_at, write(record).encode()


def open_record_files(user: User) -> Iterator[tuple[str, datetime, bytes]]:
    """Like `record_files`, for running matches as far as `user` may read them, for studies, and for matches at the
    device of `user`; with the time of their last change.
    """
    plays = Q(pk__in=Seat.objects.filter(user=user, ended_at=None).values("match"), status=Match.Status.RUNNING)
    hosts = Q(host=user) & (Q(status=Match.Status.STUDY) | Q(at_device=True))
    hosts &= ~Q(pk__in=finished_matches_of(user).order_by().values("pk"))  # a seat at their own device, claimed since
    matches = Match.objects.filter(plays | hosts).order_by("pk")
    for match, record in readable(matches):
        if not match.is_open_book:
            seat = own_seat(list(match.seats.all()), user.pk)
            record = shown(record, None if seat is None else seat.number)
        yield f"{match.status}-{match.game}-{match.code}.txt", match.changed_at, write(record).encode()


def readable(matches: QuerySet[Match]) -> Iterator[tuple[Match, Record]]:
    """Each of the matches with its complete record, with only `RECORDS_AT_ONCE` of them in memory.

    A match that its rules no longer replay is left out; this is logged. Each query is complete before the first of its
    matches is yielded: a slow consumer holds neither a database connection nor its thread.
    """
    whole = Match.objects.prefetch_related("actions", "seats__user", "rated_match__changes")
    keys = list(matches.values_list("pk", flat=True))
    for start in range(0, len(keys), RECORDS_AT_ONCE):
        some = keys[start : start + RECORDS_AT_ONCE]
        found = whole.in_bulk(some)
        for match in (found[key] for key in some if key in found):
            try:
                record = _record(match, match.actions.all())
            except ValueError:
                logger.exception("match %s has no record that replays", match.code)
            else:
                yield match, record
