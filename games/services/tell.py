"""What happens after a change is committed: open pages are told, computer players are asked.

Nothing here may be relied upon: a message that is lost is made good by the pages' own asking and by the sweep.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

from django.db import transaction

from games.models import Match, Seat
from games.paces import PACES
from games.services import herald
from machupicchu.celery import app
from machupicchu.trouble import is_trouble

log = logging.getLogger(__name__)

THINK = "games.think"
THINK_AFTER_A_PAUSE = "games.think_after_a_pause"
RATE = "games.rate"
ANALYSE = "games.analyse"
ADVISE = "games.advise"

PAUSE = 1.5
"""Seconds between two decisions of an exhibition."""

NOW, SOON, LATER = 0, 3, 9
"""Priorities in a queue of the broker."""

_held_back: ContextVar[list[herald.News] | None] = ContextVar("held_back", default=None)
"""What has been committed in a block of `together` and is not told yet."""


def match_group(code: str) -> str:
    """The channel group of all pages that show a match."""
    return f"match.{code}"


def user_group(user_id: int) -> str:
    """The channel group of all open pages of one user."""
    return f"user.{user_id}"


def person_group(user_id: int) -> str:
    """The channel group of all sockets that one user has opened."""
    return f"person.{user_id}"


def match_changed(match: Match, seats: list[Seat]) -> None:
    """Once the transaction is committed: tell the pages of the match and of its players, ask the computer to think."""
    people = {
        seat.user.pk: seat.number == match.waits_for and match.status == Match.Status.RUNNING
        for seat in seats
        if seat.user is not None and seat.stand_in_id is None and not seat.user.is_computer
    }
    _once_committed(_send, match.code, match.ply, people)
    if match.asked_at is not None:
        ask_to_think(match.code, match.ply, match.pace, exhibition=match.exhibition)


def table_changed(match: Match, seats: list[Seat]) -> None:
    """Like `match_changed`, of a table that gathers or begins: also the pages of the match that it repeats are told."""
    match_changed(match, seats)
    before = match.rematch_of
    if before is not None:
        _once_committed(_send, before.code, before.ply, {})


def chat_changed(code: str) -> None:
    """Once the transaction is committed: tell the pages of the match that there is something new in its chat."""
    _once_committed(_send_chat, code)


def person_banned(user_id: int) -> None:
    """Once the transaction is committed: close every socket of somebody who is banned."""
    _once_committed(_send_ban, user_id)


def ask_to_think(code: str, ply: int, pace: str, *, exhibition: bool = False) -> None:
    """Once the transaction is committed: put the decision at `ply` into the queue of the computer players.

    Day games come last: a thousand seats that are taken over at once must not keep those waiting who play now. So do
    exhibitions, each decision after a pause in which people can see the last one.
    """
    if exhibition:
        # Another queue has the pause: a worker takes messages with a countdown at once, and has them before all others
        # when they are due, whatever their priority.
        _once_committed(partial(app.send_task, countdown=PAUSE), THINK_AFTER_A_PAUSE, [code, ply])
    else:
        _once_committed(_put_into_queue, code, ply, LATER if PACES[pace].is_slow else NOW)


def ask_to_think_again(code: str, ply: int, priority: int) -> None:
    """Once the transaction is committed: the same for a decision whose message got lost, without another pause."""
    _once_committed(_put_into_queue, code, ply, priority)


def pause_is_over(code: str, ply: int) -> None:
    """Put the decision of an exhibition into the queue of the computer players, behind everybody who plays."""
    _put_into_queue(code, ply, LATER)


def _put_into_queue(code: str, ply: int, priority: int) -> None:
    app.send_task(THINK, [code, ply], priority=priority)


def ratings_waiting(game: str) -> None:
    """Once the transaction is committed: ask for the ratings of the matches of `game` that have ended."""
    _once_committed(app.send_task, RATE, [game])


def ask_for_hint(code: str, ply: int) -> None:
    """Once the transaction is committed: put the hint at `ply` into the queue of the computer players.

    Decisions come before it: for them somebody waits who cannot go on.
    """
    _once_committed(partial(app.send_task, priority=SOON), ADVISE, [code, ply])


def ask_to_analyse(analysis_id: int, upto: int) -> None:
    """Once the transaction is committed: put the next chunk of an analysis into the queue of the analyses."""
    _once_committed(app.send_task, ANALYSE, [analysis_id, upto])


def _once_committed(tell: Callable[..., Any], *what: Any) -> None:
    # A function of its own: Django names what failed, and a partial has no name.
    def telling() -> None:
        tell(*what)

    transaction.on_commit(telling, robust=True)


@contextmanager
def together() -> Iterator[None]:
    """Tell the pages of all matches that change in this block at once, at its end: every telling by itself costs more
    than the change that it is about.
    """
    news: list[herald.News] = []
    token = _held_back.set(news)
    try:
        yield
    finally:
        _held_back.reset(token)
        if news:
            try:
                herald.tell(news)
            except Exception as error:
                if not is_trouble(error):
                    raise
                log.warning("%s pages were not told: %s", len(news), error)


def _send(code: str, ply: int, people: dict[int, bool]) -> None:
    changed = {"type": "match.changed", "match": code, "ply": ply}
    news: list[herald.News] = [(match_group(code), changed)]
    for user_id, yours in people.items():
        news.append((user_group(user_id), changed | {"type": "turn.changed", "yours": yours}))
    held_back = _held_back.get()
    if held_back is None:
        herald.tell(news)
    else:
        held_back += news


def _send_chat(code: str) -> None:
    # Not what was said: each page asks for what its reader may read.
    herald.tell([(match_group(code), {"type": "chat.changed", "match": code})])


def _send_ban(user_id: int) -> None:
    herald.tell([(person_group(user_id), {"type": "person.banned"})])
