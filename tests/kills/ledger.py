"""What the visitors know themselves: what they sent, the responses, what they were shown."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["under way", "acknowledged", "found", "refused"]
"""The outcome of a press: confirmed as played; without a response, but found in the log later; not in the log, so the
page was stale.
"""

HIDDEN = "?"
"""Replaces in a log what its reader may not see yet."""

NO_ANSWER = "none"
"""Counted like a status: the connection was refused or broke off."""


@dataclass(slots=True)
class Press:
    """One press of a button, however often it was sent."""

    user: str
    code: str
    ply: int
    action: str
    sent: int = 0
    outcome: Outcome = "under way"

    @property
    def is_promised(self) -> bool:
        """Whether the site has said that it is stored."""
        return self.outcome in ("acknowledged", "found")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A notice as a receiver got it. A reader sees two arrivals with the same `key` as one."""

    channel: str
    user: str
    key: str
    text: str


@dataclass
class Ledger:
    """Written by many threads; read after they have ended."""

    presses: list[Press] = field(default_factory=list)
    shown: dict[tuple[str, int], str] = field(default_factory=dict)
    """Log entries that someone was shown, by match and position."""
    told_otherwise: list[str] = field(default_factory=list)
    """Places where a log was once shown differently."""
    began: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    """Matches that someone has seen running, and over."""
    tests: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Test notices that were promised, by person and channel."""
    statuses: Counter[str] = field(default_factory=Counter)
    strange: list[str] = field(default_factory=list)
    """Responses that nobody should get, 5xx other than 503, and errors that stopped a person."""
    arrivals: list[Arrival] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, status: int, request: str, text: str) -> None:
        """Count a response."""
        with self._lock:
            self.statuses[str(status)] += 1
            if status >= 500 and status != 503:
                self.strange.append(f"{status} {request}: {' '.join(text.split())[:300]}")

    def unanswered(self) -> None:
        """Count a request without a response."""
        with self._lock:
            self.statuses[NO_ANSWER] += 1

    def show(self, code: str, ply: int, action: str) -> None:
        """Record what a log says at a position; it must never say anything else there."""
        with self._lock:
            before = self.shown.get((code, ply), action)
            if HIDDEN not in action:
                self.shown[code, ply] = action
            if before != action and HIDDEN not in action:
                self.told_otherwise.append(f"{code} at {ply}: {before}, then {action}")

    def arrive(self, arrival: Arrival) -> None:
        """Record what a receiver got."""
        self.arrivals.append(arrival)
