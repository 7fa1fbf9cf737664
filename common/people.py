"""Notifying a user's open sockets and streams that one of their sessions may have ended.

Every request checks its session. An open socket or stream checks only now and then, so code that ends a session calls
`sessions_changed`; then they check at once.
"""

from __future__ import annotations

from django.db import transaction

from common import group_send


def person_group(user_id: int) -> str:
    """The channel group of all sockets and streams that one user has open."""
    return f"person.{user_id}"


def sessions_changed(user_id: int) -> None:
    """After the commit, make all open sockets and streams of a user check whether their session still lasts.

    If the message gets lost, they find out at their next regular check.
    """

    def telling() -> None:
        group_send.send([(person_group(user_id), {"type": "sessions.changed"})])

    transaction.on_commit(telling, robust=True)
