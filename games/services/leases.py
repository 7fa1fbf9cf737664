"""Who thinks about which decision: leases that end by themselves when their holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Event, Thread

from django.core.cache import cache
from redis.exceptions import RedisError

SECONDS = 4
"""A lease that is not renewed ends after so long."""
RENEW_EVERY = 1.0


@contextmanager
def lease(code: str, ply: int) -> Iterator[bool]:
    """Hold the decision of match `code` at log position `ply` for this block. False: somebody else holds it."""
    key, ours = _key(code, ply), token_hex(8)
    if not cache.add(key, ours, SECONDS):
        yield False
        return
    done = Event()
    renewing = Thread(target=_renew, args=(key, ours, done), daemon=True)
    renewing.start()
    try:
        yield True
    finally:
        done.set()
        renewing.join()
        if cache.get(key) == ours:
            cache.delete(key)


def held(decisions: list[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of the decisions, by match code and log position, that somebody thinks about."""
    keys = {_key(*decision): decision for decision in decisions}
    return {keys[key] for key in cache.get_many(keys)}


def _renew(key: str, ours: str, done: Event) -> None:
    """Until it is done, or has been so long away that somebody else thinks about the decision."""
    while not done.wait(RENEW_EVERY):
        with suppress(RedisError):  # away for a moment: the next time may be in time
            if cache.get(key) != ours:
                return
            cache.touch(key, SECONDS)


def _key(code: str, ply: int) -> str:
    return f"thinking:{code}:{ply}"
