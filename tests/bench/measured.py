"""What a measurement of parallel matches says, as a line and as JSON."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measured:
    """What came out: seconds per action in order, over how many seconds, and whether the database holds them all."""

    what: str
    game: str
    seats: int
    parallel: int
    times: list[float]
    seconds: float
    cpu: float
    received: int
    stored: bool

    @property
    def facts(self) -> dict[str, Any]:
        """One line of what is printed as JSON."""
        count = len(self.times)
        return {
            "what": self.what,
            "game": self.game,
            "seats": self.seats,
            "parallel": self.parallel,
            "actions_per_s": round(count / self.seconds, 1),
            "p50_ms": round(self.times[count // 2] * 1000, 1),
            "p95_ms": round(self.times[int(count * 0.95)] * 1000, 1),
            "cpu_ms_per_action": round(self.cpu / count * 1000, 2),
            "bytes_per_action": round(self.received / count),
            "stored": self.stored,
        }

    def __str__(self) -> str:
        return (
            "{what:5} {game:12} {seats} seats {parallel:>3} matches: {actions_per_s:6.1f} actions/s, "
            "p50 {p50_ms:5.0f} ms, p95 {p95_ms:5.0f} ms, {cpu_ms_per_action:6.2f} ms of processor, "
            "{bytes_per_action:6} bytes "
        ).format(**self.facts) + ("(all stored)" if self.stored else "(NOT ALL STORED)")
