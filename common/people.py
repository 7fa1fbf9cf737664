"""Telling whatever a person has open that a session of theirs may have ended.

A page asks on every request who its reader is. A socket or a stream that is open asks only now and then, so whoever
ends a session says so here; then they ask at once.
"""

from __future__ import annotations

from django.db import transaction

from common import herald


def person_group(user_id: int) -> str:
    """The channel group of all sockets and streams that one user has open."""
    return f"person.{user_id}"


def sessions_changed(user_id: int) -> None:
    """After the commit: let all that this person has open ask whether its session still lasts.

    Should the message get lost, they find out when they ask by themselves.
    """

    def telling() -> None:
        herald.tell([(person_group(user_id), {"type": "sessions.changed"})])

    transaction.on_commit(telling, robust=True)
