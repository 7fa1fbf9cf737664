"""When beat sends what: its notes are believed only as far as the date allows.

Beat keeps in a file, and in memory, when each task was last sent. Was the machine's date ahead then, nothing would be
due until that date comes again.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry

log = logging.getLogger(__name__)

TICK = 5.0
"""So often, at least, it is looked whether the date was put back: seconds."""


class PresentScheduler(PersistentScheduler):
    """Beat's scheduler, for which nothing was ever sent in the future."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_interval"] = TICK
        self._behind = time.time() - time.monotonic()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Read the file."""
        super().setup_schedule()
        self._correct()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Where the date was put back since the last time, it is reckoned anew what that is."""
        behind = time.time() - time.monotonic()
        if behind < self._behind - TICK:
            log.warning("the date was put back by %.0f s: what is due is reckoned anew", self._behind - behind)
            self._correct()
            self._heap = None
        self._behind = behind
        return super().tick(*args, **kwargs)

    def _correct(self) -> None:
        """What was last sent in the future was last sent now."""
        entry: ScheduleEntry
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                log.warning("%s was last sent in the future, at %s: not believed", entry.name, entry.last_run_at)
                entry.last_run_at = now
        self.sync()
