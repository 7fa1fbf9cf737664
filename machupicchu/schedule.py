"""When beat sends what: one beat among all machines does, and its notes are trusted only as far as the date allows.

The others stand by: they try for the lock in Valkey at every tick, and one has it soon after its holder is gone.

Beat keeps, in a file and in memory, when each task was last sent. If the machine's date was ahead then, nothing would
be due until that date comes again.
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
"""Seconds: the longest time between checks whether the date was set back."""

HELD = 15.0
"""Seconds after which the lock of a beat that does not renew it expires: three ticks."""

AGAIN = 1.0
"""Seconds after which Valkey is tried again, if it was away."""


class Turn:
    """The right to be the one beat of the site, among those of all machines.

    A beat that was killed and restarted gets its own lock back at once: it knows the token from a file in its folder,
    which no two processes hold at a time.
    """

    def __init__(self, folder: Path) -> None:
        self._file, self._machine = folder / "beat-token", gethostname()
        self._held: IO[str] | None = None
        # As a key of the cache: if the machine's date was ahead, all of these are forgotten together.
        key = str(cache.make_key("beat"))
        self._lock = valkey().lock(key, timeout=HELD, blocking=False, thread_local=False)
        self.is_ours = False

    def take(self) -> bool:
        """Take or keep the lock. False: another beat has it. Raises RedisError while Valkey is away."""
        was_ours, self.is_ours = self.is_ours, False
        self.is_ours = self._owns_the_file() and self._renew_or_acquire()
        if self.is_ours != was_ours:
            log.warning("this beat says what is due now" if self.is_ours else "another beat says what is due now")
        return self.is_ours

    def give_back(self) -> None:
        """Let another beat have it at once."""
        # Valkey knows whether it is ours: a signal may have come during the request.
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
        """The token, with the name of the machine, in case its folder is copied to another one."""
        assert self._held is not None, "the file is ours"
        self._held.seek(0)
        if not (token := self._held.read()):
            self._held.write(token := uuid4().hex)
            self._held.flush()
        return f"{token} {self._machine}"


class PresentScheduler(PersistentScheduler):
    """Beat's scheduler: silent while another beat is active, and never believes that something was sent in the future.

    A beat that takes over knows what was sent only from its own notes. So what is due once a day may be sent twice on
    that day, and is never left out.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_interval"] = TICK
        self._turn = Turn(Path(kwargs["schedule_filename"]).parent)
        self._behind = time.time() - time.monotonic()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Read the file, and correct it."""
        super().setup_schedule()
        self._correct()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, if it is this beat's turn.

        If the date was set back since the last time, what is due is computed anew.
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
        """Save the notes, and make room for another beat."""
        try:
            super().close()
        finally:
            self._turn.give_back()

    def _correct(self) -> None:
        """Treat everything last sent in the future as sent now."""
        entry: ScheduleEntry
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                log.warning("%s claims to be sent last in the future, at %s: ignored", entry.name, entry.last_run_at)
                entry.last_run_at = now
        self.sync()
