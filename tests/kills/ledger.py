"""What the visitors know by themselves: what they sent, what was answered, what they were shown."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["under way", "acknowledged", "found", "refused"]
"""Of a press: answered as played; not answered and found in the log later; not in the log, so the page was stale."""

HIDDEN = "?"
"""Stands in a log for what its reader may not see yet."""

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
    """A notice as one receiver got it. `key` is what makes a reader see two arrivals as one."""

    channel: str
    user: str
    key: str
    text: str


@dataclass
class Ledger:
    """Written by many threads; read when they have ended."""

    presses: list[Press] = field(default_factory=list)
    shown: dict[tuple[str, int], str] = field(default_factory=dict)
    """Actions of logs that someone was shown, by match and position."""
    told_otherwise: list[str] = field(default_factory=list)
    """Where a log once said something else."""
    began: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    """Matches that someone has seen running, and over."""
    tests: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Test notices that were promised, by person and channel."""
    statuses: Counter[str] = field(default_factory=Counter)
    strange: list[str] = field(default_factory=list)
    """Answers that nobody should get: 5xx other than 503, and whatever stops a person."""
    arrivals: list[Arrival] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, status: int, request: str, text: str) -> None:
        """Count an answer."""
        with self._lock:
            self.statuses[str(status)] += 1
            if status >= 500 and status != 503:
                self.strange.append(f"{status} {request}: {' '.join(text.split())[:300]}")

    def unanswered(self) -> None:
        """Count a request that got no answer."""
        with self._lock:
            self.statuses[NO_ANSWER] += 1

    def show(self, code: str, ply: int, action: str) -> None:
        """Note what a log says at a position; it must never say anything else there."""
        with self._lock:
            before = self.shown.get((code, ply), action)
            if HIDDEN not in action:
                self.shown[code, ply] = action
            if before != action and HIDDEN not in action:
                self.told_otherwise.append(f"{code} at {ply}: {before}, then {action}")

    def arrive(self, arrival: Arrival) -> None:
        """Note what a receiver got."""
        self.arrivals.append(arrival)
