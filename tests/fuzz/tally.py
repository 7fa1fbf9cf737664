"""The results of the requests: how many were accepted at each URL, all statuses, and every failure of the site."""

from __future__ import annotations

from collections import Counter, defaultdict
from threading import Lock

LED_AWAY = ("/account/login/", "/account/reauthenticate/", "/account/signup/", "/account/claim/", "/admin/login/")

HEALTH = "health"
"""The page that says with 503 that beat or a worker is late, as on a busy machine: its answer is not a failure."""


class Tally:
    """Counts, shared by several threads."""

    def __init__(self) -> None:
        self.sent = 0
        self.accepted: Counter[str] = Counter()
        self.roles: Counter[str] = Counter()
        self.statuses: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.failures: list[str] = []
        self._lock = Lock()

    def count(self, address: str, method: str, role: str, status: int, location: str, request: bytes) -> None:
        """Count a response. A failure is kept with the request that caused it."""
        with self._lock:
            self.sent += 1
            self.statuses[address][f"{method} {status or 'nothing'}"] += 1
            if 200 <= status < 400 and not location.startswith(LED_AWAY):
                self.accepted[address] += 1
                self.roles[role] += 1
            if status >= 500 and (status, address) != (503, HEALTH):
                self.failures.append(f"{status} {address} as {role}: {request[:1500]!r}")

    def lines(self) -> list[str]:
        """The whole report."""
        lines = []
        for address, statuses in sorted(self.statuses.items()):
            counts = ", ".join(f"{count} × {what}" for what, count in sorted(statuses.items()))
            lines.append(f"{address:44} {self.accepted[address]:6} of {statuses.total():6} accepted: {counts}")
        by_role = ", ".join(f"{role} {count}" for role, count in self.roles.most_common())
        lines.append(f"{self.sent} requests, {self.accepted.total()} accepted ({by_role})")
        lines.append(f"{len(self.failures)} failures of the site")
        return lines + self.failures[:50]
