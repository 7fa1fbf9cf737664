"""Counting the long-lived connections of this process by owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping


class Openings:
    """The number of open connections per taker: a token, user or IP address. Takers without any use no memory."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def have_room(self, takers: Mapping[str, int]) -> bool:
        """Whether each taker may open one more connection, given its limit."""
        return all(self._open[taker] < most for taker, most in takers.items())

    def add(self, takers: Collection[str]) -> None:
        """Count one more open connection for all of these takers."""
        self._open.update(takers)

    def remove(self, takers: Collection[str]) -> None:
        """Count one open connection less for all of these takers."""
        self._open.subtract(takers)
        for taker in takers:
            if not self._open[taker]:
                del self._open[taker]
