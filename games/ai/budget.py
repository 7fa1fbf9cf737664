"""The budget of a search: by the clock when people are waiting, by iterations for tests and repeatable games."""

from __future__ import annotations

from threading import Event
from time import perf_counter


class Budget:
    """Spent one iteration at a time; ends after `seconds` or `iterations`, whichever comes first.

    Another thread may end it early by setting `stop`.
    """

    def __init__(
        self, *, seconds: float | None = None, iterations: int | None = None, stop: Event | None = None
    ) -> None:
        assert seconds is not None or iterations is not None, "an endless budget"
        self.iterations = 0
        self._most = iterations
        self._started = perf_counter()
        self._seconds = seconds
        self._stop = stop

    @property
    def is_timed(self) -> bool:
        """Whether the clock ends it, so that someone may be waiting."""
        return self._seconds is not None

    def lower(self, most: int | None) -> None:
        """Cap the iterations at `most`, beyond which nothing more can be found; None: no cap."""
        if most is not None:
            self._most = most if self._most is None else min(self._most, most)

    def seconds(self) -> float:
        """The seconds since the start."""
        return perf_counter() - self._started

    def left(self) -> int:
        """The estimated iterations left at the pace so far; 0 when the budget is spent."""
        if self._is_stopped():
            return 0
        left = None if self._most is None else self._most - self.iterations
        if self._seconds is not None:
            spent = self.seconds()
            if spent >= self._seconds:
                return 0
            if self.iterations:
                by_clock = int(self.iterations * (self._seconds - spent) / spent) + 1
                left = by_clock if left is None else min(left, by_clock)
        return 1 if left is None else left

    def is_spent(self) -> bool:
        """Whether the budget allows no more iterations."""
        if self._most is not None and self.iterations >= self._most:
            return True
        if self._is_stopped():
            return True
        return self._seconds is not None and self.seconds() >= self._seconds

    def spend(self) -> None:
        """Count one iteration."""
        self.iterations += 1

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()
