"""Fingerprints of rated matches: hashes of the public view of each position, for finding copies.

What is hashed is the essence of a position, on which the rest of the game depends. It contains nothing that is hidden
from a spectator, so a copy found with it reveals nothing either.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games.engine.contract import AnyGame
from games.models import Action, Fingerprint, FingerprintSeries, Match
from games.selectors.position.engines import entries_that_count, game_of, plays_of, states_after

log = logging.getLogger(__name__)

FORM = "3"
"""Version of the fingerprints: raise it with every change to a game's `recall`, `essence`, `progress` or `APART`."""

UNFINISHED = (Match.Status.RUNNING, Match.Status.BROKEN)
"""Includes matches that are quarantined, since they may be resumed."""

BATCH = 20
"""How many series one run of the sweep makes: a second or two of work."""

_BYTES = 8


class Seen(NamedTuple):
    """A position as a seat, or everyone, sees it."""

    text: str
    """The text that is compared: equal for positions from which the same can follow."""
    tells: bool
    """Whether hardly any other game looks like this by chance."""
    first: int
    """The seat that is listed first."""
    progress: int
    """How far the game has got: see `progress` of the contract."""

    @property
    def fingerprint(self) -> int:
        """The hash of the text."""
        return int.from_bytes(sha256(self.text.encode()).digest()[:_BYTES], signed=True)


def seen(game: AnyGame, state: Any, seat: int | None, seats: int) -> Seen:
    """A position of a table with this many seats, as `seat` (None: everyone) knows it after following the game."""
    view = game.recall(state, seat)
    essence, progress = game.essence(view), game.progress(view)
    sight = game.APART[seats].sight(is_own=seat is not None)
    return Seen(f"{game.KEY} {sight.compared(essence, progress)}", sight.tells(progress), essence.first, progress)


def extend(match: Match, before: int, positions: Iterable[tuple[int, Any]]) -> None:
    """Extend the series of a match from log position `before`: log positions and states, up to `match.ply`.

    The caller holds the lock. A series that does not reach `before` is left to `catch_up`.
    """
    if not match.rated:
        return
    known = FingerprintSeries.objects.filter(match=match, form=FORM)
    if before == 0 and not known.exists():
        _add(FingerprintSeries.objects.create(match=match, ply=match.ply, form=FORM), match, positions)
    elif known.filter(ply=before).update(ply=match.ply):
        _add(known.get(), match, ((ply, state) for ply, state in positions if ply > before))


def forget(match: Match) -> None:
    """Delete the series of a match: for one that is over. If it is still running, the series is rebuilt when needed."""
    FingerprintSeries.objects.filter(match=match).delete()


def catch_up(matches: QuerySet[Match], most: int | None = None) -> int:
    """Rebuild series that lag behind their matches, at most `most` of them. One query if there are none.

    A match that its rules no longer replay gets no fingerprints; this is logged.
    """
    reaches = FingerprintSeries.objects.filter(match=OuterRef("pk"), ply=OuterRef("ply"), form=FORM)
    behind = matches.filter(~Exists(reaches), rated=True, status__in=UNFINISHED).values_list("pk", flat=True)
    keys = list(behind[:most])
    for key in keys:
        _rebuild(key)
    return len(keys)


def rebuild_missing() -> int:
    """Rebuild some of the missing series, as after an update, before anyone has to wait for them. Returns how many.

    Safe to run at any time and concurrently.
    """
    return catch_up(Match.objects.all(), BATCH)


@transaction.atomic
def _rebuild(key: int) -> None:
    """Build the series of the match with this key again, unless it is over by now."""
    match = Match.objects.select_for_update().filter(pk=key, rated=True, status__in=UNFINISHED).first()
    if match is None:
        return
    forget(match)
    series = FingerprintSeries.objects.create(match=match, ply=match.ply, form=FORM)
    try:
        positions = walked(match)
    except ValueError:
        log.exception("match %s leaves no fingerprints: its log does not replay", match.code)
    else:
        _add(series, match, positions)


def walked(match: Match, log: list[Action] | None = None) -> list[tuple[int, Any]]:
    """The log positions at which something was played, with the states there, beginning with the start. Raises
    ValueError.
    """
    played = plays_of(match) if log is None else entries_that_count(log)
    plies = [0, *(entry.ply + 1 for entry in played)]
    return list(zip(plies, states_after(match, played), strict=True))


def _add(series: FingerprintSeries, match: Match, positions: Iterable[tuple[int, Any]]) -> None:
    game = game_of(match)
    views = ((ply, seen(game, state, None, match.seat_count)) for ply, state in positions)
    Fingerprint.objects.bulk_create(
        Fingerprint(series=series, ply=ply, value=public.fingerprint, tells=public.tells) for ply, public in views
    )


def stands_there() -> Q:
    """Condition on fingerprints: each is the current position of its match."""
    return ~Q(Exists(Fingerprint.objects.filter(series=OuterRef("series"), ply__gt=OuterRef("ply"))))


def reached_at() -> tuple[Coalesce, Coalesce]:
    """When the match of a fingerprint reached this position, and the log entry that led there (0: none)."""
    led_there = Action.objects.filter(match=OuterRef("series__match"), ply=OuterRef("ply") - 1)
    begun = F("series__match__started_at"), F("series__match__created_at")
    return (
        Coalesce(Subquery(led_there.values("made_at")), *begun),
        Coalesce(Subquery(led_there.values("pk")), Value(0)),
    )
