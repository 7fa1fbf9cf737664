"""Rated matches under way, and whether a record is refused as a copy of one."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from common.refusals import Refused
from games.engine.record import Record
from games.models import Match
from games.services.fair_play.rated_games import check_not_a_rated_game
from tests.games.staged import staged


def rated(record: Record, people: Sequence[User]) -> Match:
    """A running rated match with this record."""
    match = staged(record, people[: record.seats])
    match.rated = True
    match.save()
    return match


def is_refused(record: Record, user: User | None) -> bool:
    """Whether the record is refused to `user` as a copy of a running rated game."""
    try:
        check_not_a_rated_game(record, user)
    except Refused:
        return True
    return False
