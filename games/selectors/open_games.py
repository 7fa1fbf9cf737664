"""The games published in the dumps, month by month, and the names under which they are published."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings

from accounts.models import User
from games.engine.dump import FORMAT, LICENCE, MANIFEST
from games.engine.occasion import NOBODY, Occasion
from games.models import Match, RatingChange, Seat
from games.selectors.records.match_export import occasion_of, readable

if TYPE_CHECKING:
    from games.engine.record import Record

ROUNDED = -2
"""Ratings of people without a name are rounded to hundreds: exact ones would link one game to the next."""

AT_ONCE = 2000
"""Rows that are read at a time."""

_OF_A_NAME = ("username", "is_active", "level", "owner_id", "open_games")
"""The columns of a user that `open_name` needs."""


def given_away(prefix: str = "") -> dict[str, Any]:
    """Conditions on a match that is published: public, over, and rated. `prefix` leads to the match."""
    facts = {"status": Match.Status.FINISHED, "access": Match.Access.ANYBODY, "rated": True}
    return {prefix + name: value for name, value in facts.items()} | {f"{prefix}rated_match__struck": False}


def open_name(number: int, user: User | None) -> str:
    """The published name of the person at seat `number`: people's own names only by their own choice.

    Otherwise the name says only which seat it is, so that nothing links one game to another. Without an account there
    is no such choice any more.
    """
    if user is not None and user.is_computer:
        return user.username
    if user is not None and user.is_bot:
        return f"BOT {user.username}"
    if user is not None and user.is_active and user.open_games == User.OpenGames.NAMED:
        return user.username
    return f"Player {number + 1}"


def records_of(month: str) -> Iterator[Record]:
    """The records of all games that ended in a month, in the order of their ends, with only a few in memory.

    The address of the match is left out, and the ratings of people without a name are rounded.
    """
    year, number = (int(part) for part in month.split("-"))
    begin = datetime(year, number, 1, tzinfo=UTC)
    end = datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    ended = Match.objects.filter(**given_away(), finished_at__gte=begin, finished_at__lt=end)
    for match, record in readable(ended.order_by("finished_at", "pk")):
        yield replace(record, occasion=open_occasion(match))


def open_occasion(match: Match) -> Occasion:
    """The published facts about a match besides the game: date, pace, names and ratings."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    names = tuple(open_name(seat.number, seat.user) for seat in seats)
    occasion = occasion_of(match)
    ratings = tuple(
        rating if rating == NOBODY or _is_named(seat.user) else str(round(int(rating), ROUNDED))
        for seat, rating in zip(seats, occasion.ratings, strict=bool(occasion.ratings))
    )
    return replace(occasion, site="", names=names, ratings=ratings)


def _is_named(user: User | None) -> bool:
    return user is not None and open_name(0, user) != open_name(0, None)


def digests() -> dict[str, str]:
    """For each month with published games, a hash of everything that goes into its file.

    Besides the games, that includes which names may be shown: comparing hashes finds the months that must be rewritten
    after someone has changed their choice or deleted their account. Two passes over all games, a part at a time.
    """
    found: dict[str, Any] = {}

    def note(ended: datetime | None, *facts: object) -> None:
        assert ended is not None  # a finished match has an end
        month = f"{ended.astimezone(UTC):%Y-%m}"
        found.setdefault(month, hashlib.sha256(str(FORMAT).encode())).update(repr(facts).encode())

    seats = Seat.objects.filter(**given_away("match__"))
    rows = seats.order_by("match__finished_at", "match_id", "number").values_list(
        "match__finished_at", "match__code", "match__rules_version", "number", *(f"user__{name}" for name in _OF_A_NAME)
    )
    for ended, code, rules, number, *facts in rows.iterator(chunk_size=AT_ONCE):
        user = User(**dict(zip(_OF_A_NAME, facts, strict=True)))
        note(ended, code, rules, number, open_name(number, user))
    changes = RatingChange.objects.filter(**given_away("rated_match__match__"))
    ratings = changes.order_by("rated_match__match__finished_at", "rated_match__match_id", "seat").values_list(
        "rated_match__match__finished_at", "seat", "mu_before", "sigma_before"
    )
    for ended, *rating in ratings.iterator(chunk_size=AT_ONCE):
        note(ended, *rating)
    return {month: digest.hexdigest() for month, digest in found.items()}


def manifest_read() -> dict[str, Any]:
    """The list of published files as last written; without files before the first time."""
    try:
        manifest: dict[str, Any] = json.loads((settings.DUMPS_DIR / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        manifest = {}
    if manifest.get("format") != FORMAT:  # none yet, or from another release
        manifest = {"format": FORMAT, "licence": LICENCE, "site": settings.SITE_URL, "date": None, "files": []}
    return manifest
