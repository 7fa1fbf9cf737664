"""Requests to end the site: the signals by which a terminal, `make` or an operator asks for it."""

import os
import signal
import time
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, what operators and `make` send, and a terminal that is closed."""

ONE_REQUEST = 0.5
"""Seconds in which several signals are one request: `make` passes on a signal that its whole group has got already."""


class EndRequests:
    """Notes the signals that ask the site to end, from `catch` on.

    They raise nothing. An exception could come while this thread takes a lock, and leave it taken for ever.
    """

    def __init__(self) -> None:
        self._noted: list[float] = []
        self._reads, self._writes = os.pipe()
        os.set_blocking(self._writes, False)

    def catch(self) -> None:
        """Take over the signals, which until now end this process or raise KeyboardInterrupt. Main thread only."""
        signal.set_wakeup_fd(self._writes)  # so a signal that comes just before `wait` is not missed
        for number in SIGNALS:
            signal.signal(number, self._note)

    def wait(self) -> None:
        """Wait until the site is asked to end. Call it once."""
        os.read(self._reads, 1)

    def made(self) -> bool:
        """Whether the site has been asked to end."""
        return bool(self._noted)

    def repeated(self) -> bool:
        """Whether it has been asked again: it then ends at once."""
        return self.made() and self._noted[-1] - self._noted[0] > ONE_REQUEST

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._noted.append(time.monotonic())
