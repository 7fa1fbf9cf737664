"""What a letter says about matches besides that they wait: made when it is sent, by the worker that sends it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from celery.exceptions import SoftTimeLimitExceeded

from deliveries.words import Told, told_now, waits_for_reader
from games.models import Match, Seat
from games.pages.boards.brief import LOOKED_THROUGH, Brief, brief_of
from games.pages.pictures.png import picture_of
from games.selectors.access import own_seat
from games.selectors.position.positions import position_of
from games.selectors.position.timelines import Timeline, timelines_of
from notices.models import Notice

T = TypeVar("T")

log = logging.getLogger(__name__)

MOST_MATCHES = 20
"""The most matches for which a letter says what happened; of others it only says that they wait."""

MOST_PICTURES = 3
"""The most matches pictured in a letter: a picture takes half a second."""


def tidings_of(notices: Sequence[Notice]) -> list[Told]:
    """The words of the notices of one letter, read with their deals, in the reader's language and zone: one query.

    What waits for the reader gets a brief and a picture. A match for which these cannot be made, through whatever error
    of ours, goes without.
    """
    waiting = {notice.match.pk: notice for notice in notices if notice.match is not None and waits_for_reader(notice)}
    timelines = _timelines([notice.match for notice in list(waiting.values())[:MOST_MATCHES] if notice.match])
    briefs = {notice.pk: _brief(notice, timelines[key]) for key, notice in waiting.items() if key in timelines}
    drawn = [notice for key, notice in waiting.items() if key in timelines][:MOST_PICTURES]
    pictures = {notice.pk: _picture(notice, timelines[notice.match_id or 0]) for notice in drawn}
    return [
        replace(told_now(notice), brief=briefs.get(notice.pk), picture=pictures.get(notice.pk)) for notice in notices
    ]


def _timelines(matches: list[Match]) -> dict[int, Timeline]:
    """The timelines of the matches that can be replayed, by key."""
    return _tried("matches cannot be replayed for a letter", partial(timelines_of, matches)) or {}


def _brief(notice: Notice, timeline: Timeline) -> Brief | None:
    """What waits in the match of a notice, as its reader sees it on the page; None if that fails."""
    match, seats = _match_of(notice)
    mine = own_seat(seats, notice.user_id)
    return _tried(
        f"match {match.code} cannot be told in a letter",
        lambda: brief_of(position_of(match, seats, timeline, mine, limit=LOOKED_THROUGH)),
    )


def _picture(notice: Notice, timeline: Timeline) -> bytes | None:
    """The position of the match of a notice, as everyone sees it; None if that fails."""
    match, seats = _match_of(notice)
    return _tried(f"match {match.code} cannot be drawn for a letter", partial(picture_of, match, seats, timeline))


def _match_of(notice: Notice) -> tuple[Match, list[Seat]]:
    assert notice.match is not None, "a decision is one of a match"
    return notice.match, list(notice.match.seats.all())


def _tried(trouble: str, make: Callable[[], T]) -> T | None:
    """Return what `make` makes; None, with a line in the log, if that fails: a letter is sent without it."""
    try:
        return make()
    except (SoftTimeLimitExceeded, KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # the renderer is written in Rust, whose panics are not Exceptions
        log.exception("%s", trouble)
        return None
