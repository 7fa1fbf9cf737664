"""The final facts, read from a copy of the database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

Place = tuple[str, int]
"""The code of a match, and a position in its log."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a log."""

    seat: int | None
    user: str
    action: str
    kind: str
    source: str
    made_at: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice as it was written."""

    key: int
    user: str
    kind: str
    code: str
    pace: str
    ply: int
    channel: str
    """Of a test notice: the channel that was asked for."""
    planned: bool
    due: str
    seen: bool


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notice on its way by one channel."""

    key: int
    notice: int
    user: str
    channel: str
    head: int | None
    state: str
    due: str
    ended_at: str


@dataclass
class Facts:
    """Everything that the judge compares."""

    log: dict[Place, Entry] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    """The length of each log, as its match states it."""
    people: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The people in each match, without computer players."""
    over: set[str] = field(default_factory=set)
    notices: dict[int, Notice] = field(default_factory=dict)
    deliveries: list[Delivery] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Matches that wait for a computer player."""


def copy(database: Path, to: Path) -> Path:
    """A copy of the database, made even while others write."""
    with sqlite3.connect(database, timeout=60) as source, sqlite3.connect(to) as target:
        source.backup(target)
    return to


def read(database: Path) -> Facts:
    """The facts in a copy of the database."""
    facts = Facts()
    with sqlite3.connect(database) as rows:
        names = dict(rows.execute("SELECT id, username FROM accounts_user"))
        people = {key for (key,) in rows.execute("SELECT id FROM accounts_user WHERE level = ''")}
        matches = {}
        for key, code, pace, status, ply, asked_at in rows.execute(
            "SELECT id, code, pace, status, ply, asked_at FROM games_match WHERE status IN ('running', 'finished')"
        ):
            matches[key] = code, pace
            facts.lengths[code] = ply
            if status == "finished":
                facts.over.add(code)
            elif asked_at is not None:
                facts.asked.append(code)
        seats = {}
        for match, number, user in rows.execute("SELECT match_id, number, user_id FROM games_seat"):
            seats[match, number] = user
            if match in matches and user in people:
                facts.people[matches[match][0]].append(names[user])
        for match, ply, seat, text, kind, source, made_at in rows.execute(
            "SELECT match_id, ply, seat, text, kind, source, made_at FROM games_action"
        ):
            if match in matches:
                user = names.get(seats.get((match, seat)), "")
                facts.log[matches[match][0], ply] = Entry(seat, user, text, kind, source, made_at)
        for key, user, kind, match, ply, channel, planned, due, seen_at in rows.execute(
            "SELECT id, user_id, kind, match_id, ply, json_extract(facts, '$.channel'), planned, due, seen_at "
            "FROM notices_notice"
        ):
            code, pace = matches.get(match, ("", ""))
            facts.notices[key] = Notice(
                key, names[user], kind, code, pace, ply, channel or "", bool(planned), due, seen_at is not None
            )
        facts.deliveries = [
            Delivery(key, notice, names[user], channel, head, state, due, ended_at or "")
            for key, notice, user, channel, head, state, due, ended_at in rows.execute(
                "SELECT id, notice_id, user_id, channel, head_id, state, due, ended_at FROM notices_delivery"
            )
        ]
    return facts
