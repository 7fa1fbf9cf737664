"""The texts and pictures of an email about matches, made by the worker that sends it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from celery.exceptions import SoftTimeLimitExceeded

from deliveries.words import NoticeText, text_now, waits_for_reader
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
"""The maximum number of matches for which an email says what happened; for others it only says that they wait."""

MOST_PICTURES = 3
"""The maximum number of pictures in an email: each takes half a second to draw."""


def tidings_of(notices: Sequence[Notice]) -> list[NoticeText]:
    """The texts of the notifications of one email, in the active language and time zone. One query.

    The `notices` must be loaded with the deals of their matches. Matches that wait for the reader get a brief, and some
    a picture. If an error of ours prevents one, the email does without it.
    """
    waiting = {notice.match.pk: notice for notice in notices if notice.match is not None and waits_for_reader(notice)}
    timelines = _timelines([notice.match for notice in list(waiting.values())[:MOST_MATCHES] if notice.match])
    briefs = {notice.pk: _brief(notice, timelines[key]) for key, notice in waiting.items() if key in timelines}
    drawn = [notice for key, notice in waiting.items() if key in timelines][:MOST_PICTURES]
    pictures = {notice.pk: _picture(notice, timelines[notice.match_id or 0]) for notice in drawn}
    return [
        replace(text_now(notice), brief=briefs.get(notice.pk), picture=pictures.get(notice.pk)) for notice in notices
    ]


def _timelines(matches: list[Match]) -> dict[int, Timeline]:
    """The timelines of matches by primary key, for those that can be replayed."""
    return _tried("matches cannot be replayed for a letter", partial(timelines_of, matches)) or {}


def _brief(notice: Notice, timeline: Timeline) -> Brief | None:
    """The brief of a notification's match, with what its reader sees on the page; None if that fails."""
    match, seats = _match_of(notice)
    mine = own_seat(seats, notice.user_id)
    return _tried(
        f"match {match.code} cannot be told in a letter",
        lambda: brief_of(position_of(match, seats, timeline, mine, limit=LOOKED_THROUGH)),
    )


def _picture(notice: Notice, timeline: Timeline) -> bytes | None:
    """A PNG of the position of a notification's match, with public information only; None if that fails."""
    match, seats = _match_of(notice)
    return _tried(f"match {match.code} cannot be drawn for a letter", partial(picture_of, match, seats, timeline))


def _match_of(notice: Notice) -> tuple[Match, list[Seat]]:
    assert notice.match is not None, "a decision is one of a match"
    return notice.match, list(notice.match.seats.all())


def _tried(trouble: str, make: Callable[[], T]) -> T | None:
    """The result of `make`; None, with a line in the log, if that fails: the email is sent without it."""
    try:
        return make()
    except (SoftTimeLimitExceeded, KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # the renderer is written in Rust, whose panics are not Exceptions
        log.exception("%s", trouble)
        return None
