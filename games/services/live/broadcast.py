"""Messages sent after a commit: news for open pages, and requests to computer players.

Nothing may rely on this: if a message is lost, the pages' polling and the sweep make up for it.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

from common import group_send
from common.people import person_group
from common.trouble import is_trouble
from games.jobs import ADVISE, ANALYSE, RATE, THINK, THINK_AFTER_A_PAUSE
from games.models import Match, Seat
from games.paces import PACES

log = logging.getLogger(__name__)

PAUSE = 1.5
"""Seconds between two decisions of an exhibition."""

NOW, SOON, LATER = 0, 3, 9
"""Message priorities in a queue of the broker."""

_held_back: ContextVar[list[group_send.News] | None] = ContextVar("held_back", default=None)
"""News committed within a block of `together` that is not sent yet."""


def match_group(code: str) -> str:
    """The channel group of all pages that show a match."""
    return f"match.{code}"


def user_group(user_id: int) -> str:
    """The channel group of all open pages of one user."""
    return f"user.{user_id}"


def stream_group(user_id: int) -> str:
    """The channel group that programs of one user listen to."""
    return f"stream.{user_id}"


def match_changed(match: Match, seats: list[Seat], *, by: int | None = None) -> None:
    """After the commit: tell the pages of the match and of its players, and ask the computer to think.

    `by` is the user who gets the new state in the response to their own request: their socket is sent no board.
    """
    people = {
        seat.user.pk: seat.number == match.waits_for and match.status == Match.Status.RUNNING
        for seat in seats
        if seat.user is not None and seat.stand_in_id is None and not seat.user.is_computer
    }
    _once_committed(_send, match.code, match.ply, people, by)
    if match.asked_at is not None:
        ask_to_think(match.code, match.ply, match.pace, exhibition=match.exhibition)


def table_changed(match: Match, seats: list[Seat]) -> None:
    """Like `match_changed`, for a table that gathers players or starts; for a rematch, the pages of the original match
    are told too.
    """
    match_changed(match, seats)
    before = match.rematch_of
    if before is not None:
        _once_committed(_send, before.code, before.ply, {}, None)


def chat_changed(code: str, sitters: Iterable[int] = ()) -> None:
    """After the commit: tell the pages of the match, and the programs of those who sit there, that there is something
    new in its chat.
    """
    _once_committed(_send_chat, code, tuple(sitters))


def person_banned(user_id: int) -> None:
    """After the commit: close every socket of someone who is banned."""
    _once_committed(_send_ban, user_id)


def ask_to_think(code: str, ply: int, pace: str, *, exhibition: bool) -> None:
    """After the commit: put the decision at `ply` into the queue of the computer players.

    Day games come last: a thousand seats that are taken over at once must not delay people who are playing now. So do
    exhibitions, each decision after a pause in which people can see the previous one.
    """
    if exhibition:
        # The pause has a queue of its own: a worker takes messages with a countdown at once, and when they are due it
        # handles them before all others, whatever their priority.
        _once_committed(partial(current_app.send_task, countdown=PAUSE), THINK_AFTER_A_PAUSE, [code, ply])
    else:
        _once_committed(_put_into_queue, code, ply, LATER if PACES[pace].is_slow else NOW)


def ask_to_think_again(code: str, ply: int, priority: int) -> None:
    """After the commit: put a decision whose message got lost into the queue again, without another pause."""
    _once_committed(_put_into_queue, code, ply, priority)


def pause_is_over(code: str, ply: int) -> None:
    """Enqueue the decision of an exhibition for the computer players, behind everyone who plays."""
    _put_into_queue(code, ply, LATER)


def _put_into_queue(code: str, ply: int, priority: int) -> None:
    current_app.send_task(THINK, [code, ply], priority=priority)


def ratings_waiting(game: str) -> None:
    """After the commit: request the ratings of the matches of `game` that have ended."""
    _once_committed(current_app.send_task, RATE, [game])


def ask_for_hint(code: str, ply: int) -> None:
    """After the commit: put the hint at `ply` into the queue of the computer players.

    Decisions come before hints: for a decision, someone is waiting who cannot continue.
    """
    _once_committed(partial(current_app.send_task, priority=SOON), ADVISE, [code, ply])


def ask_to_analyse(analysis_id: int, upto: int) -> None:
    """After the commit: put the next chunk of an analysis into the queue of the analyses."""
    _once_committed(current_app.send_task, ANALYSE, [analysis_id, upto])


def _once_committed(tell: Callable[..., Any], *what: Any) -> None:
    # A separate function, since Django logs the name of what failed, and a partial has none.
    def telling() -> None:
        tell(*what)

    transaction.on_commit(telling, robust=True)


@contextmanager
def together() -> Iterator[None]:
    """Collect the news of all matches that change in this block, and send them together at its end: to send each by
    itself costs more than the change.
    """
    news: list[group_send.News] = []
    token = _held_back.set(news)
    try:
        yield
    finally:
        _held_back.reset(token)
        if news:
            try:
                group_send.send(news)
            except Exception as error:
                if not is_trouble(error):
                    raise
                log.warning("%s pages were not told: %s", len(news), error)


def _send(code: str, ply: int, people: dict[int, bool], by: int | None) -> None:
    changed = {"type": "match.changed", "match": code, "ply": ply}
    news: list[group_send.News] = [(match_group(code), changed if by is None else changed | {"by": by})]
    for user_id, yours in people.items():
        news.append((user_group(user_id), changed | {"type": "turn.changed", "yours": yours}))
    held_back = _held_back.get()
    if held_back is None:
        group_send.send(news)
    else:
        held_back += news


def _send_chat(code: str, sitters: tuple[int, ...]) -> None:
    # Not the text: each page asks for what its reader may read.
    changed = {"type": "chat.changed", "match": code}
    group_send.send([(match_group(code), changed), *((stream_group(user_id), changed) for user_id in sitters)])


def _send_ban(user_id: int) -> None:
    group_send.send([(person_group(user_id), {"type": "person.banned"})])
