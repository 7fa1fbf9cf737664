"""The distribution of points, as bars that a page draws without a script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST_BARS = 12
"""The maximum number of bars that stand beside each other."""

WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""How many points one bar may combine."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of people with `least` to `most` points; `width` is a percentage of the longest bar."""

    least: int
    most: int
    count: int
    width: float
    is_own: bool

    @property
    def is_single(self) -> bool:
        """Whether the bar is for a single number of points."""
        return self.least == self.most


def histogram(counts: Mapping[int, int], own: int | None) -> list[Bar]:
    """Bars from the most points to the fewest, with empty ones between them; none if nobody has played."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    step = next((width for width in WIDTHS if high // width - low // width < MOST_BARS), WIDTHS[-1])
    together: dict[int, int] = {}
    for points, count in counts.items():
        together[points // step] = together.get(points // step, 0) + count
    largest = max(together.values())
    return [
        Bar(
            least=place * step,
            most=place * step + step - 1,
            count=together.get(place, 0),
            width=round(100 * together.get(place, 0) / largest, 1),
            is_own=own is not None and own // step == place,
        )
        for place in range(high // step, low // step - 1, -1)
    ]
