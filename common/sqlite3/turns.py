"""Who writes next: the threads of a process, one after the other in the order in which they came."""

from __future__ import annotations

import os
import threading
from collections import deque


class Turns:
    """A lock that is handed on: to the thread that has waited longest, and free only when nobody waits."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Lock] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for one's turn, so long at most. Whether it has come."""
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
        return True  # it came in the same moment

    def end(self) -> None:
        """Hand on to the next one."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


turns = Turns()
"""Those of this process."""


def _forget() -> None:
    """A new process begins without the threads of the one it came from."""
    turns.__init__()  # type: ignore[misc]


os.register_at_fork(after_in_child=_forget)
