"""Beat's scheduler: only one beat among all machines is active, and dates in the future are ignored.

The others stand by: they try to get a lock in Valkey at every tick, and one gets it soon after its holder is gone.

Beat stores, in a file and in memory, when each task was last sent. If the machine's clock was ahead then, nothing would
be due until that date.
"""

from __future__ import annotations

import fcntl
import logging
import time
from contextlib import suppress
from pathlib import Path
from socket import gethostname
from typing import IO, Any
from uuid import uuid4

from celery.beat import PersistentScheduler, ScheduleEntry
from django.core.cache import cache
from redis.exceptions import LockError, RedisError

from common.valkey import valkey

log = logging.getLogger(__name__)

TICK = 5.0
"""Seconds between two ticks at most, each of which checks the lock, and whether the clock was set back."""

HELD = 15.0
"""Seconds until the lock expires unless its beat renews it: three ticks."""

AGAIN = 1.0
"""Seconds until the next attempt if Valkey cannot be reached."""


class Turn:
    """The lock that makes this beat the only active one among all machines.

    A beat that was killed and restarted gets its own lock back at once: the token is in a file in its folder, which
    only one process can hold at a time.
    """

    def __init__(self, folder: Path) -> None:
        self._file, self._machine = folder / "beat-token", gethostname()
        self._held: IO[str] | None = None
        # With the cache's prefix: if the machine's clock was ahead, all of these are deleted together.
        key = str(cache.make_key("beat"))
        self._lock = valkey().lock(key, timeout=HELD, blocking=False, thread_local=False)
        self.is_ours = False

    def take(self) -> bool:
        """Acquire or renew the lock. False if another beat has it. Raises RedisError if Valkey cannot be reached."""
        was_ours, self.is_ours = self.is_ours, False
        self.is_ours = self._owns_the_file() and self._renew_or_acquire()
        if self.is_ours != was_ours:
            log.warning("this beat says what is due now" if self.is_ours else "another beat says what is due now")
        return self.is_ours

    def give_back(self) -> None:
        """Release the lock, so another beat can take it at once."""
        # Valkey knows whether it is ours: a signal may have interrupted `take`.
        with suppress(LockError, RedisError):
            self._lock.release()
        self.is_ours = False
        if self._held is not None:
            self._held.close()
            self._held = None

    def _renew_or_acquire(self) -> bool:
        token = self._token()
        self._lock.local.token = token.encode()
        try:
            return bool(self._lock.reacquire())
        except LockError:
            return bool(self._lock.acquire(token=token))

    def _owns_the_file(self) -> bool:
        if self._held is None:
            file = self._file.open("a+")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                return False
            self._held = file
        return True

    def _token(self) -> str:
        """The token, which includes the host name in case the folder is copied to another machine."""
        assert self._held is not None, "the file is ours"
        self._held.seek(0)
        if not (token := self._held.read()):
            self._held.write(token := uuid4().hex)
            self._held.flush()
        return f"{token} {self._machine}"


class PresentScheduler(PersistentScheduler):
    """Beat's scheduler: idle while another beat is active, and ignores dates in the future.

    A beat that takes over knows only what it has sent itself. So a daily task may be sent twice on that day, but is
    never left out.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_interval"] = TICK
        self._turn = Turn(Path(kwargs["schedule_filename"]).parent)
        self._behind = time.time() - time.monotonic()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Read the file, and correct dates in the future."""
        super().setup_schedule()
        self._correct()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, if this beat has the lock. Returns the seconds until the next tick.

        If the clock was set back since the last tick, compute again what is due.
        """
        try:
            if not self._turn.take():
                return TICK
        except RedisError as error:
            log.warning("nothing is sent while Valkey is away: %s", error)
            return AGAIN
        behind = time.time() - time.monotonic()
        if behind < self._behind - TICK:
            log.warning("the date went back by %.0f s: working out again what is due", self._behind - behind)
            self._correct()
            self._heap = None
        self._behind = behind
        return super().tick(*args, **kwargs)

    def close(self) -> None:
        """Save the file, and release the lock."""
        try:
            super().close()
        finally:
            self._turn.give_back()

    def _correct(self) -> None:
        """Treat every task that was last sent in the future as sent now."""
        entry: ScheduleEntry
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                log.warning("%s claims to be sent last in the future, at %s: ignored", entry.name, entry.last_run_at)
                entry.last_run_at = now
        self.sync()
