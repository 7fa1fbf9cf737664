"""Users with an open page or stream: kept in Valkey for some minutes after each request, never in the database."""

from collections.abc import Iterable

from django.core.cache import cache

from common.besteffort import dispensable
from common.valkey import valkey

HERE = 150
"""Seconds for which a reader counts as present after a request of their page or a read of their stream: open pages poll
twice a minute, streams read at least three times.
"""


def came_by(user_id: int) -> None:
    """Note that a page of this user has just requested something, or that their stream was read.

    If Valkey refuses, that is only logged: nobody is kept from a page or a stream by it.
    """
    with dispensable("that someone is here was not written down"):
        valkey().set(_key(user_id), 1, ex=HERE)


def who_is_here(user_ids: Iterable[int]) -> set[int]:
    """The users among these who have a page or a stream open: one query to Valkey, none for an empty list."""
    asked = list(user_ids)
    if not asked:
        return set()
    marks = valkey().mget([_key(user_id) for user_id in asked])
    return {user_id for user_id, mark in zip(asked, marks, strict=True) if mark is not None}


def _key(user_id: int) -> str:
    return str(cache.make_key(f"here.{user_id}"))
