"""A fair lock: the threads of a process write one after the other, in order of arrival."""

from __future__ import annotations

import os
import threading
from collections import deque


class Turns:
    """A lock that passes directly to the thread that has waited longest; it is free only while nobody waits."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Lock] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for the turn of this thread, at most `seconds`. Returns whether it has come."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=max(0.0, seconds)):
            return True
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # the turn came at the very moment of the timeout

    def end(self) -> None:
        """Pass the turn to the next thread."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


turns = Turns()
"""The turns of this process."""


def _forget() -> None:
    """Reset the lock after a fork: the parent's threads do not exist in the child."""
    turns.__init__()  # type: ignore[misc]


os.register_at_fork(after_in_child=_forget)
