"""Footprints of rated matches: what everybody sees of each position, as numbers by which copies are found.

They are made of nothing that is hidden from a spectator, so what is found by them tells nothing either.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.contract import AnyGame
from games.models import Action, Footprint, Match, Trail
from games.selectors.engines import entries_that_count, game_of, states_after

log = logging.getLogger(__name__)

FORM = "2"
"""Raised by every change of what a look is made of: `recall`, `unnamed` and the views of all games."""

AT_STAKE = (Match.Status.RUNNING, Match.Status.BROKEN)
"""Also a match that was set aside may go on."""

BATCH = 20
"""How many trails one call of the sweep makes: a second's work or two."""

_BYTES = 8


def seen(game: AnyGame, state: Any, seat: int | None) -> Any:
    """What `seat` (None: everybody) sees of a position, and has seen before, but for names that are all the same."""
    return game.unnamed(game.recall(state, seat))


def look(game: AnyGame, state: Any) -> int:
    """What everybody sees of a position, and has seen before, as a number."""
    text = f"{game.KEY} {seen(game, state, None)!r}"
    return int.from_bytes(sha256(text.encode()).digest()[:_BYTES], signed=True)


def follow(match: Match, before: int, positions: Iterable[tuple[int, Any]]) -> None:
    """Add where a match has come since log position `before`: log positions and states, up to `match.ply`.

    The caller holds the lock. Where the trail does not reach to `before`, it is left for `catch_up`.
    """
    if not match.rated:
        return
    trails = Trail.objects.filter(match=match, form=FORM)
    if before == 0 and not trails.exists():
        trail = Trail.objects.create(match=match, ply=match.ply, form=FORM)
        _add(trail, match, positions)
    elif trails.filter(ply=before).update(ply=match.ply):
        _add(trails.get(), match, ((ply, state) for ply, state in positions if ply > before))


def forget(match: Match) -> None:
    """No trail is left of a match that is over. Of one that goes on it is made anew when it is needed."""
    Trail.objects.filter(match=match).delete()


def catch_up(matches: QuerySet[Match], most: int | None = None) -> int:
    """Make the trails that end before their match does, `most` of them. One query where there are none.

    Of a match that its rules no longer replay there are no footprints, and the log of the site says so.
    """
    reaches = Trail.objects.filter(match=OuterRef("pk"), ply=OuterRef("ply"), form=FORM)
    behind = matches.filter(~Exists(reaches), rated=True, status__in=AT_STAKE).values_list("pk", flat=True)
    keys = list(behind[:most])
    for key in keys:
        _made_anew(key)
    return len(keys)


def follow_again() -> int:
    """Make some of the trails that are missing, as after an update, before anybody waits for them. Returns how many.

    Safe to run at any time and twice at once.
    """
    return catch_up(Match.objects.all(), BATCH)


@transaction.atomic
def _made_anew(key: int) -> None:
    match = Match.objects.select_for_update().filter(pk=key, rated=True, status__in=AT_STAKE).first()
    if match is None:
        return
    forget(match)
    trail = Trail.objects.create(match=match, ply=match.ply, form=FORM)
    try:
        positions = walked(match)
    except ValueError:
        log.exception("match %s leaves no footprints: its log does not replay", match.code)
    else:
        _add(trail, match, positions)


def walked(match: Match, log: list[Action] | None = None) -> list[tuple[int, Any]]:
    """The log positions at which something was played, and the states there: first the start. Raises ValueError."""
    played = entries_that_count(list(match.actions.order_by("ply")) if log is None else log)
    plies = [0, *(entry.ply + 1 for entry in played)]
    return list(zip(plies, states_after(match, played), strict=True))


def _add(trail: Trail, match: Match, positions: Iterable[tuple[int, Any]]) -> None:
    game = game_of(match)
    Footprint.objects.bulk_create(
        Footprint(trail=trail, ply=ply, look=look(game, state), tells=game.tells_apart(game.view(state, None)))
        for ply, state in positions
    )


def stands_there() -> Q:
    """Condition of footprints: their match stands there now."""
    return ~Q(Exists(Footprint.objects.filter(trail=OuterRef("trail"), ply__gt=OuterRef("ply"))))
