"""The template context of the page of a ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404

from common.numbers import whole_number
from games import catalogue
from games.models.rating import season_of
from games.pages.people.leaderboards import season_name
from ladders.models import Bout, Ladder, Rung
from ladders.pages.words import figures, why_not
from ladders.selectors import (
    Obstacle,
    Standing,
    deadlines,
    duels,
    finals_of,
    results_of,
    running_of_others,
    seasons_of,
    size_of,
    standing_of,
    whereabouts_of,
)

if TYPE_CHECKING:
    from accounts.models import User

PAGE = 50
"""How many rungs a page shows."""

ABOVE = 5
"""How many rungs above the reader's reach the page starts."""

RUNNING = 20
"""How many challenges of others the page shows."""


@dataclass(frozen=True, slots=True)
class Line:
    """A rung as the page shows it."""

    rung: Rung
    place: int | None
    is_reader: bool
    is_away: bool
    may_challenge: bool = False
    why_not: str = ""
    """Why the reader cannot challenge someone in reach."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A challenge that is not over; `until` is when the answer is due, None once it is accepted."""

    bout: Bout
    until: datetime | None
    is_got: bool
    """Whether the reader is the one who was challenged."""


def ladder_context(game: str, ladder: Ladder | None, reader: User | None, start: str, season: str) -> dict[str, Any]:
    """The template context of the page; 404 for no such stretch or season.

    `start` is the first rung shown, counted from 1; with "" the page shows the rungs around the reader's.
    """
    rungs, people = size_of(ladder) if ladder is not None else (0, 0)
    here = whereabouts_of(ladder, reader) if ladder is not None else None
    stretch = _stretch(rungs, None if here is None else here.index, start)
    standing = standing_of(ladder, of=reader, stretch=stretch) if ladder is not None else Standing([], [])
    mine = None if reader is None else standing.index_of(reader)
    skipped = 0 if start or mine is None or stretch.start == 0 else max(0, standing.reach_of(mine).start - ABOVE)
    first = stretch.start + skipped
    about = {
        "game": game,
        "entry": catalogue.entry(game),
        "games": [entry for entry in catalogue.entries() if entry.key in duels()],
        "season": season_name(ladder.season if ladder is not None else season_of(standing.now)),
        "people": people,
        "place": None if here is None else here.place,
        "is_full": mine is not None and standing.is_full(mine),
        "lines": [_line(standing, index, mine) for index in range(skipped, min(skipped + PAGE, len(standing.rungs)))],
        "preceding": None if first == 0 else max(1, first + 1 - PAGE),
        "following": first + 1 + PAGE if first + PAGE < rungs else None,
        "terms": figures(),
    }
    return about | _of_bouts(ladder, standing, reader) | _of_seasons(ladder, season)


def _of_bouts(ladder: Ladder | None, standing: Standing, reader: User | None) -> dict[str, Any]:
    """The part of the context about challenges: the reader's, those of others, and how the latest ones ended."""
    own = standing.bouts_of(reader)
    others = list(running_of_others(ladder, reader)[:RUNNING]) if ladder is not None else []
    until = deadlines([*own, *others])
    return {
        "own": _shown(own, until, reader),
        "others": _shown(others, until, reader),
        "results": results_of(ladder) if ladder is not None else [],
    }


def _of_seasons(ladder: Ladder | None, season: str) -> dict[str, Any]:
    """The part of the context about past seasons, and about the one that was asked for; 404 if there was none."""
    seasons = seasons_of(ladder) if ladder is not None else []
    if season and season not in seasons:
        raise Http404
    return {
        "seasons": [(key, season_name(key)) for key in seasons],
        "asked_season": season_name(season) if season else "",
        "finals": finals_of(ladder, season) if ladder is not None and season else [],
    }


def _stretch(rungs: int, mine: int | None, start: str) -> slice:
    """The rungs to read out of `rungs`: those the page shows, and those near a reader at the index `mine`."""
    if start:
        place = whole_number(start, digits=6)
        if place is None or not 1 <= place <= max(1, rungs):
            raise Http404
        first = place - 1
        end = first + PAGE
        if mine is not None and first <= mine < end + PAGE:
            end = max(end, mine + 1)
        return slice(first, end)
    if mine is None or mine < PAGE:
        return slice(0, PAGE)
    return slice(mine - PAGE, mine + PAGE)


def _line(standing: Standing, index: int, mine: int | None) -> Line:
    rung = standing.rungs[index]
    line = Line(rung, standing.places[index], index == mine, rung.user.is_away(standing.now))
    if mine is None or index not in standing.reach_of(mine):
        return line
    obstacle = standing.obstacle(mine, index)
    if obstacle in (Obstacle.FULL, Obstacle.REACH):  # FULL is said once for all rungs; REACH: a house rung for others
        return line
    why = "" if obstacle is None else why_not(obstacle, standing, mine, index)
    return Line(rung, line.place, line.is_reader, line.is_away, may_challenge=obstacle is None, why_not=why)


def _shown(bouts: Sequence[Bout], until: Mapping[int, datetime], reader: User | None) -> list[Shown]:
    key = reader.pk if reader is not None else None
    return [Shown(bout, until.get(bout.pk), bout.challenged_id == key) for bout in bouts]
