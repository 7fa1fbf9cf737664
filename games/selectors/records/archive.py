"""The archive: all finished public matches, filtered. Every page reads one stretch of an index, however long the
archive.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine import GAMES
from games.engine.contract import BadDeal, quoted
from games.engine.variants import as_stored
from games.models import Match, Seat
from games.selectors.access import unsealed
from games.selectors.records import lists
from games.selectors.records.lists import PAGE, Stretch

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter for finished matches; empty fields and None match everything.

    `options` are a text such as "setup=build"; options that it does not name are as printed, so "" is the printed game.
    `since` and `until` are days in `zone`, both included.
    """

    game: str = ""
    player: User | None = None
    seats: int | None = None
    options: str | None = None
    reason: str = ""
    since: date | None = None
    until: date | None = None
    zone: tzinfo = UTC


ANY = Wanted()
"""The filter that lets every match pass."""

FEW = 2_000
"""So many matches can be searched for one player in some milliseconds."""


def archive(*, wanted: Wanted = ANY, cursor: str = "", limit: int = PAGE) -> Stretch:
    """All finished public matches that fit `wanted`, latest first. Raises BadCursor, and BadDeal for options that no
    game has.
    """
    if wanted.player is None or _fit_few(wanted):
        found = [_of_days(each, wanted, "finished_at") for each in _of_anybody(wanted)]
        if wanted.player is not None:
            sits = Exists(Seat.objects.filter(match=OuterRef("pk"), user=wanted.player))
            found = [each.filter(sits) for each in found]
        return lists.stretch_of(found, moment="finished_at", key="id", cursor=cursor, limit=limit)
    seats = Seat.objects.filter(user=wanted.player, match__access=Match.Access.ANYBODY)
    seats = _of_days(_narrowed(seats, wanted, prefix="match__"), wanted, "ended_at")
    return _ended(seats, cursor=cursor, limit=limit)


def finished_of(user: User, *, cursor: str = "", limit: int = PAGE) -> Stretch:
    """The finished matches of `user`, including private ones, latest first. Raises BadCursor."""
    return _ended(Seat.objects.filter(user=user), cursor=cursor, limit=limit)


def finished_matches_of(user: User) -> QuerySet[Match]:
    """All finished matches of `user`, including private but not sealed ones, with all columns, latest first."""
    finished = Match.objects.filter(unsealed(), seats__user=user, status=Match.Status.FINISHED)
    return finished.order_by("-finished_at", "-id").distinct()


def _of_anybody(wanted: Wanted) -> list[QuerySet[Match]]:
    """All public matches that fit, apart from player and days: one list, or one for each game where the index that
    leads to them begins with the game. Otherwise what is rare would be looked for in all matches. Raises BadDeal.
    """
    public = Match.objects.filter(access=Match.Access.ANYBODY)
    if wanted.game or not (wanted.reason or wanted.options):
        return [_narrowed(public, wanted, prefix="")]
    found = []
    for game in GAMES:
        with suppress(BadDeal):  # this game has no such options
            found.append(_narrowed(public, replace(wanted, game=game), prefix=""))
    return found or [_narrowed(public, wanted, prefix="")]


def _fit_few(wanted: Wanted) -> bool:
    """Whether the player is a program and one part of the filter leaves few matches, of whomever.

    A computer player sits in a good part of all matches. What is rare would be looked for in all of these, while the
    matches of a person are few anyway.
    """
    if wanted.player is None or not (wanted.player.is_computer or wanted.player.is_bot):
        return False
    parts = [
        replace(ANY, game=wanted.game, **{name: value})
        for name in ("seats", "options", "reason")
        if (value := getattr(wanted, name)) not in (None, "")
    ]
    return any(not any(each[FEW : FEW + 1].exists() for each in _of_anybody(part)) for part in parts)


def _ended(seats: QuerySet[Seat], *, cursor: str, limit: int) -> Stretch:
    """The finished matches of one player's `seats`.

    They are found by the index of the player's seats. An index of matches would have to be read from the latest match
    of all down to the latest one of this player. `distinct`, since a computer player may have several seats in one
    match.
    """
    ended = seats.filter(ended_at__isnull=False).distinct()
    return lists.stretch(ended, moment="ended_at", key="match_id", cursor=cursor, limit=limit)


def _narrowed(found: QuerySet, wanted: Wanted, *, prefix: str) -> QuerySet:  # type: ignore[type-arg]
    """Apply the part of the filter that concerns the match itself; `prefix` leads from a row to the match."""
    columns = {
        "status": Match.Status.FINISHED,
        "game": wanted.game or None,
        "seat_count": wanted.seats,
        "reason": wanted.reason or None,
    }
    found = found.filter(**{prefix + column: value for column, value in columns.items() if value is not None})
    return found if wanted.options is None else found.filter(_of_options(wanted.options, wanted.game, prefix=prefix))


def _of_options(options: str, game: str, *, prefix: str) -> Q:
    """The matches with these options: of `game`, or else of all games that have them. Raises BadDeal if none has."""
    if not options:
        return Q(**{f"{prefix}options": ""})
    if game in GAMES:
        return Q(**{f"{prefix}options": as_stored(GAMES[game], options)})
    having = Q()
    for key, each in GAMES.items():
        with suppress(BadDeal):
            having |= Q(**{f"{prefix}game": key, f"{prefix}options": as_stored(each, options)})
    if not having:
        raise BadDeal(f"no game has the options {quoted(options)}")
    return having


def _of_days(found: QuerySet, wanted: Wanted, column: str) -> QuerySet:  # type: ignore[type-arg]
    # Nothing is before the first day or after the last, whose midnights may be outside of the calendar in UTC.
    if wanted.since is not None and wanted.since > date.min:
        found = found.filter(**{f"{column}__gte": _midnight(wanted.since, wanted.zone)})
    if wanted.until is not None and wanted.until < date.max:
        found = found.filter(**{f"{column}__lt": _midnight(wanted.until + timedelta(days=1), wanted.zone)})
    return found


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time.min, tzinfo=zone)
