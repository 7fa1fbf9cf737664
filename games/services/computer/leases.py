"""Leases on decisions: who is thinking about which. A lease expires by itself when its holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from redis.exceptions import LockError, RedisError
from redis.lock import Lock

from common.valkey import valkey

SECONDS = 4
"""Seconds after which a lease that is not renewed expires."""
RENEW_EVERY = 1.0
"""Seconds between renewals: two may fail before the lease expires."""
REMEMBERED = 60 * 60
"""Seconds to remember that a decision was taken up by a holder that died."""
TRIES = 8
"""A decision is given up after killing this many holders: the next one would die too."""

DEADLY = (MemoryError, SoftTimeLimitExceeded)
"""Errors of a holder whose decision demands too much, if it is not killed outright."""

Decision = tuple[str, int]
"""A match, by its code, and a position in its log."""


@contextmanager
def lease(code: str, ply: int) -> Iterator[bool]:
    """Hold the decision of match `code` at log position `ply` for this block. False: someone else holds it.

    A block that does not finish, because its process was killed or it failed, leaves a mark behind (see `lost`). How
    often that was deadly is counted (see `is_hopeless`).
    """
    # Not bound to this thread: another one renews it.
    lock = valkey().lock(_key(code, ply), timeout=SECONDS, blocking=False, thread_local=False)
    if not lock.acquire():
        yield False
        return
    mark, tries = _mark(code, ply), _tries(code, ply)
    cache.set(mark, True, REMEMBERED)
    cache.set(tries, cache.get(tries, 0) + 1, REMEMBERED)
    over, done = list[str](), Event()
    renewing = Thread(target=_renew, args=(lock, done), daemon=True)
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
        with suppress(LockError):  # it was lost: the present holder of the decision has marks of its own
            lock.release()
            cache.delete_many(over)


def held(decisions: list[Decision]) -> set[Decision]:
    """Those of the decisions that someone is thinking about."""
    if not decisions:
        return set()
    tokens = valkey().mget([_key(*decision) for decision in decisions])
    return {decision for decision, token in zip(decisions, tokens, strict=True) if token is not None}


def lost(decisions: list[Decision]) -> set[Decision]:
    """Those of the decisions that were taken up and not finished, and that nobody is thinking about now."""
    marks = {_mark(*decision): decision for decision in decisions}
    marked = {marks[mark] for mark in cache.get_many(marks)}
    return marked - held(list(marked))


def is_hopeless(code: str, ply: int) -> bool:
    """Whether `TRIES` holders of this decision have died, each within an hour of the one before. Only for its current
    holder, whom the count includes.
    """
    return bool(cache.get(_tries(code, ply), 0) > TRIES)


def forget(decisions: list[Decision]) -> None:
    """Forget that these were taken up and lost, but not how many holders they had."""
    cache.delete_many([_mark(*decision) for decision in decisions])


def _renew(lock: Lock, done: Event) -> None:
    """Renew the lease until the work is done, or until a renewal comes too late and someone else has the decision."""
    while not done.wait(RENEW_EVERY):
        try:
            lock.reacquire()
        except LockError:
            return
        except RedisError:  # Valkey is briefly away: the next renewal may still be in time
            continue


def _key(code: str, ply: int) -> str:
    # A key with the cache's prefix, so that leases are deleted with the cache if the machine's date was ahead.
    return str(cache.make_key(f"thinking:{code}:{ply}"))


def _mark(code: str, ply: int) -> str:
    return f"taken-up:{code}:{ply}"


def _tries(code: str, ply: int) -> str:
    return f"tries:{code}:{ply}"
