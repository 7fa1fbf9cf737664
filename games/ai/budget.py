"""How long a search may go on: by the clock for people who wait, by iterations for tests and repeatable games."""

from __future__ import annotations

from time import perf_counter


class Budget:
    """Spent one iteration at a time; ends after `seconds` or `iterations`, whichever is given (both: the first)."""

    def __init__(self, *, seconds: float | None = None, iterations: int | None = None) -> None:
        assert seconds is not None or iterations is not None, "an endless budget"
        self.iterations = 0
        self._most = iterations
        self._started = perf_counter()
        self._seconds = seconds

    @property
    def is_timed(self) -> bool:
        """Whether the clock ends it, so that somebody may be waiting."""
        return self._seconds is not None

    def lower(self, most: int | None) -> None:
        """Allow no more than so many iterations, where fewer find all there is; None: there is always more."""
        if most is not None:
            self._most = most if self._most is None else min(self._most, most)

    def seconds(self) -> float:
        """The time since the start."""
        return perf_counter() - self._started

    def left(self) -> int:
        """How many more iterations there will be, at the pace so far; 0 when the budget is spent."""
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
        """Whether there will be no more iterations."""
        if self._most is not None and self.iterations >= self._most:
            return True
        return self._seconds is not None and self.seconds() >= self._seconds

    def spend(self) -> None:
        """Count one iteration."""
        self.iterations += 1
