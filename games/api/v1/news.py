"""The content of streams: a person's events, and each change of a match as the visitor sees it."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from games.api.v1 import schemas, shown
from games.api.v1.streams import News
from games.models import Event, Match, Message
from games.selectors.access import Visitor, match_for, seats_kept
from games.selectors.people.chat import plays_at, readable, unheard
from games.selectors.position.positions import position
from games.selectors.position.timelines import Unreadable, timeline_of
from games.selectors.records import lists
from games.services.live.events import events_number
from notices.kinds import Kind

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

MOST = 200
"""Most events of a person, or messages of a match, read at once."""

NUMBER = re.compile(r"(\d{1,15})")
NUMBERS = re.compile(r"(\d{1,9})-(\d{1,15})")
"""Ids of events: of a person; and in a match, its ply and the number of its latest message."""

CLOSED = (Match.Status.FINISHED, Match.Status.STUDY)
"""The statuses in which a stream of a match ends: only messages could follow."""


# --- of a person ------------------------------------------------------------------------------------------------------


def of_person(user: User, last: str) -> News:
    """The user's events after number `last`; without a valid one a `ready` event with the matches waiting for them."""
    number = events_number(user_id=user.pk)
    found = NUMBER.fullmatch(last)
    if found is None or int(found[1]) > number:
        codes = [row.match.code for row in lists.your_turns(user)]
        return News([{"id": str(number), "type": "ready", "turns": codes}], number)
    return _after(user, int(found[1]))


def since(user: User, number: int) -> News:
    """The next events of the user after `number`."""
    events_number(user_id=user.pk)
    return _after(user, number)  # not up to its result: another program of the user may have numbered more since


def _after(user: User, number: int) -> News:
    things = ("notice__match", "notice__about", "message__match", "message__user")
    events = Event.objects.filter(user=user, number__gt=number).select_related(*things).order_by("number")[:MOST]
    news = [_news_of(event) for event in events]
    return News(news, int(news[-1]["id"]) if news else number, more=len(news) == MOST)


def _news_of(event: Event) -> dict[str, Any]:
    if event.message is not None:
        said = event.message
        return _chat(str(event.number), said.match, said)
    notice = event.notice
    assert notice is not None
    about = None if notice.kind == Kind.TAKEN_OVER else notice.about  # as on pages: who plays on matters, not who left
    body = schemas.events.Told(
        match=None if notice.match is None else notice.match.code,
        game=None if notice.match is None else notice.match.game,
        seat=notice.seat,
        ply=notice.ply,
        name=None if about is None else about.username,
        bot=about is not None and about.is_bot,
        at=notice.made_at,
    )
    return _numbered(str(event.number), notice.kind, body)


# --- of a match -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a stream has reported a match: number of log entries, key of the last message, hash of the match."""

    ply: int
    message: int
    seen: bytes = b""

    def __str__(self) -> str:
        return f"{self.ply}-{self.message}"


def mark_of(match: Match, last: str) -> Mark | None:
    """The mark in the id of an event; None if `last` is not one.

    Its message is at most the latest one that exists, since keys are given out again after a backup is restored.
    """
    found = NUMBERS.fullmatch(last)
    return None if found is None else Mark(int(found[1]), min(int(found[2]), _last_message(match)))


def _last_message(match: Match) -> int:
    return Message.objects.filter(match=match).order_by("-id").values_list("pk", flat=True).first() or 0


def of_match(match: Match, visitor: Visitor, mark: Mark | None) -> News:
    """The news of a match since `mark`; without one, the match as it is now. The visitor may see the match.

    Messages of one match get their keys in order (`message_write` locks the match), so none is missed.
    """
    seats_kept(match)
    said = _said(match, visitor, 0 if mark is None else mark.message)
    more = len(said) == MOST
    now = shown.match_of(match, visitor)
    if mark is None or mark.ply > now.ply:
        mark, said, more = Mark(now.ply, _last_message(match)), [], False
    events = []
    for entry in _entries(match, visitor, mark.ply, now.ply):
        mark = Mark(mark.ply + 1, mark.message, mark.seen)
        events.append({"id": str(mark), "type": "entry" if "kind" in entry else "undone", "ply": mark.ply - 1} | entry)
    for message in said:
        mark = Mark(mark.ply, message.pk, mark.seen)
        events.append(_chat(str(mark), match, message))
    looks = now.model_dump(mode="json")
    seen = blake2b(json.dumps(looks).encode(), digest_size=16).digest()
    if seen != mark.seen:
        mark = Mark(mark.ply, mark.message, seen)
        events.append({"id": str(mark), "type": "match", "match": looks})
    over = match.status in CLOSED and not more
    if over:
        events.append({"id": str(mark), "type": "end"})
    return News(events, mark, more=more, over=over)


def is_new(news: News) -> bool:
    """Whether the news contain anything but the current state of the match."""
    return any(each["type"] not in ("match", "end") for each in news.events)


def next_of_match(code: str, visitor: Visitor, mark: Mark) -> News:
    """The news of a match since `mark`, or its end if the visitor may no longer see it.

    The stream also ends if the match cannot be read; the next request is told why.
    """
    try:
        match = match_for(visitor, code)
    except Match.DoesNotExist:
        return News([{"id": str(mark), "type": "end"}], mark, over=True)
    try:
        return of_match(match, visitor, mark)
    except Unreadable as error:
        log.error("%s cannot be read: its stream ends", error)
        return News([], mark, over=True)


def _entries(match: Match, visitor: Visitor, since: int, until: int) -> list[dict[str, Any]]:
    """The log entries from ply `since` to before `until`; an empty one for each that was undone."""
    if match.status == shown.UNDEALT or since >= until:
        return []
    left = [entry.ply for entry in timeline_of(match).log if entry.ply >= since]
    seen = position(match, visitor, limit=len(left))
    entries = [shown.entry_of(seen, entry).model_dump(mode="json") for entry in seen.entries]
    read = dict(zip(left, entries, strict=True))
    return [read.get(ply, {}) for ply in range(since, until)]


def _said(match: Match, visitor: Visitor, after: int) -> list[Message]:
    """The first messages after key `after` that the visitor may read, without those of people they have blocked."""
    if match.status == Match.Status.STUDY:
        return []
    plays = visitor.user.is_authenticated and plays_at(match, visitor.user)
    found = readable(match, visitor, plays=plays).filter(pk__gt=after)
    if visitor.user_id is not None:
        found = found.exclude(unheard(visitor.user_id))
    return list(found.select_related("user").order_by("pk")[:MOST])


def _chat(number: str, match: Match, said: Message) -> dict[str, Any]:
    return _numbered(number, "chat", schemas.events.Chatted(match=match.code, message=shown.message_of(said)))


def _numbered(number: str, kind: str, body: Any) -> dict[str, Any]:
    return {"id": number, "type": kind} | body.model_dump(mode="json")
