"""Users with an open page or stream: cached for some minutes after each request, never in the database."""

from collections.abc import Iterable

from django.core.cache import cache

HERE = 150
"""Seconds for which a reader counts as present after a request of their page or a read of their stream: open pages poll
twice a minute, streams read at least three times.
"""


def came_by(user_id: int) -> None:
    """Note that a page of this user has just requested something, or that their stream was read."""
    cache.set(_key(user_id), True, HERE)


def who_is_here(user_ids: Iterable[int]) -> set[int]:
    """The users among these who have a page or a stream open: one query to Valkey, none for an empty list."""
    keys = {_key(user_id): user_id for user_id in user_ids}
    return {keys[key] for key in cache.get_many(keys)} if keys else set()


def _key(user_id: int) -> str:
    return f"here.{user_id}"
