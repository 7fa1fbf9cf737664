"""Who thinks about which decision: leases that end by themselves when their holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Event, Thread

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache, caches
from django.core.cache.backends.base import BaseCache
from redis.exceptions import RedisError

SECONDS = 4
"""A lease that is not renewed ends after so long."""
RENEW_EVERY = 1.0
REMEMBERED = 60 * 60
"""For so many seconds it is known that a decision was taken up whose holder died."""
TRIES = 8
"""Whoever takes up a decision at which so many holders have died would die of it too."""

DEADLY = (MemoryError, SoftTimeLimitExceeded)
"""What a decision does to its holder that asks too much, if the holder is not killed right away."""

Decision = tuple[str, int]
"""A match by its code, and a position in its log."""


@contextmanager
def lease(code: str, ply: int) -> Iterator[bool]:
    """Hold the decision of match `code` at log position `ply` for this block. False: somebody else holds it.

    A block that does not come to its end leaves a mark behind, see `lost`: its process was killed, or it failed. How
    often that was deadly is counted, see `is_hopeless`.
    """
    key, ours = _key(code, ply), token_hex(8)
    if not cache.add(key, ours, SECONDS):
        yield False
        return
    mark, tries = _mark(code, ply), _tries(code, ply)
    cache.set(mark, ours, REMEMBERED)
    cache.set(tries, cache.get(tries, 0) + 1, REMEMBERED)
    over, done = [key], Event()
    # Django gives every thread a cache of its own, whose connection would outlive it.
    renewing = Thread(target=_renew, args=(caches["default"], key, ours, done), daemon=True)
    renewing.start()
    try:
        yield True
        over += [mark, tries]
    except DEADLY:
        raise
    except Exception:
        over.append(tries)
        raise
    finally:
        done.set()
        renewing.join()
        if cache.get(key) == ours:
            cache.delete_many(over)


def held(decisions: list[Decision]) -> set[Decision]:
    """Those of the decisions that somebody thinks about."""
    keys = {_key(*decision): decision for decision in decisions}
    return {keys[key] for key in cache.get_many(keys)}


def lost(decisions: list[Decision]) -> set[Decision]:
    """Those of the decisions that somebody has taken up and nobody thinks about any more."""
    marks = {_mark(*decision): decision for decision in decisions}
    marked = {marks[mark] for mark in cache.get_many(marks)}
    return marked - held(list(marked))


def is_hopeless(code: str, ply: int) -> bool:
    """Whether as many as `TRIES` have taken this up and died, none an hour after the one before. Asked by whoever holds
    it now.
    """
    return bool(cache.get(_tries(code, ply), 0) > TRIES)


def forget(decisions: list[Decision]) -> None:
    """Forget that somebody has taken these up and is gone; how many it were is still known."""
    cache.delete_many([_mark(*decision) for decision in decisions])


def _renew(cache: BaseCache, key: str, ours: str, done: Event) -> None:
    """Until it is done, or has been so long away that somebody else thinks about the decision."""
    while not done.wait(RENEW_EVERY):
        with suppress(RedisError):  # away for a moment: the next time may be in time
            if cache.get(key) != ours:
                return
            cache.touch(key, SECONDS)


def _key(code: str, ply: int) -> str:
    return f"thinking:{code}:{ply}"


def _mark(code: str, ply: int) -> str:
    return f"taken-up:{code}:{ply}"


def _tries(code: str, ply: int) -> str:
    return f"tries:{code}:{ply}"
