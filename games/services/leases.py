"""Who thinks about which decision: leases that end by themselves when their holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.core.cache import cache

SECONDS = 4
"""A lease that is not renewed ends after so long."""
RENEW_EVERY = 1.0


@contextmanager
def lease(code: str, ply: int) -> Iterator[bool]:
    """Hold the decision of match `code` at log position `ply` for this block. False: somebody else holds it."""
    key = _key(code, ply)
    if not cache.add(key, True, SECONDS):
        yield False
        return
    done = Event()
    renewing = Thread(target=_renew, args=(key, done), daemon=True)
    renewing.start()
    try:
        yield True
    finally:
        done.set()
        renewing.join()
        cache.delete(key)


def held(decisions: list[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of the decisions, by match code and log position, that somebody thinks about."""
    keys = {_key(*decision): decision for decision in decisions}
    return {keys[key] for key in cache.get_many(keys)}


def _renew(key: str, done: Event) -> None:
    while not done.wait(RENEW_EVERY):
        cache.touch(key, SECONDS)


def _key(code: str, ply: int) -> str:
    return f"thinking:{code}:{ply}"
