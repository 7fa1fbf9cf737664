"""The figures of a measurement of parallel matches, as a line of a table and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

HEAD = (
    f"{'what':<7}{'game':<21}{'seats':>5}{'matches':>9}{'actions/s':>11}{'p50 ms':>8}{'p95 ms':>8}{'longest':>9}"
    f"{'processor ms':>14}{'bytes':>9}{'refused':>9}  stored"
)
"""The heading above the lines. Processor time and bytes are per action; refused counts requests that the site wanted
again in a moment (503).
"""


@dataclass(frozen=True)
class Measured:
    """The raw result: sorted seconds per action, seconds in all, and whether the database holds all actions."""

    what: str
    game: str
    seats: int
    parallel: int
    times: list[float]
    seconds: float
    cpu: float
    received: int
    stored: bool
    refused: int = 0

    @property
    def facts(self) -> dict[str, Any]:
        """The figures, as printed in one line of JSON."""
        count = len(self.times)
        return {
            "what": self.what,
            "game": self.game,
            "seats": self.seats,
            "parallel": self.parallel,
            "actions_per_s": round(count / self.seconds, 1),
            "p50_ms": round(self.times[count // 2] * 1000, 1),
            "p95_ms": round(self.times[int(count * 0.95)] * 1000, 1),
            "longest_ms": round(self.times[-1] * 1000, 1),
            "cpu_ms_per_action": round(self.cpu / count * 1000, 2),
            "bytes_per_action": round(self.received / count),
            "refused": self.refused,
            "stored": self.stored,
        }


def line(facts: dict[str, Any]) -> str:
    """The figures as a line below HEAD."""
    return (
        "{what:<7}{game:<21}{seats:>5}{parallel:>9}{actions_per_s:>11.1f}{p50_ms:>8.0f}{p95_ms:>8.0f}{longest_ms:>9.0f}"
        "{cpu_ms_per_action:>14.2f}{bytes_per_action:>9}{refused:>9}  "
    ).format(**facts) + ("yes" if facts["stored"] else "NO")


def medians(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Several runs of one measurement as one: the median of each figure; stored only if every run was."""
    first = runs[0]
    figures = {
        name: type(value)(median(run[name] for run in runs))
        for name, value in first.items()
        if isinstance(value, int | float)
    }
    return first | figures | {"stored": all(run["stored"] for run in runs)}
