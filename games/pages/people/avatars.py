"""Avatars: a name woven into seven by seven stitches."""

from dataclasses import dataclass
from hashlib import sha256

SIZE = 7
HALF = SIZE // 2 + 1
"""Stitches in a row, and those that are drawn: the others mirror them."""

DYES = 8
"""Pairs of colours in static/css/avatars.css."""


@dataclass(frozen=True, slots=True)
class Stitch:
    """A run of `length` stitches of the thread, from column `x` of row `y`."""

    x: int
    y: int
    length: int


@dataclass(frozen=True, slots=True)
class Cloth:
    """A woven square: its pair of colours, and where the thread shows."""

    dyes: int
    stitches: tuple[Stitch, ...]

    @property
    def path(self) -> str:
        """The thread as an SVG path, a square per stitch. (A template would localize thousands of numbers.)"""
        return "".join(f"M{s.x} {s.y}h{s.length}v1h-{s.length}z" for s in self.stitches)


def cloth(name: str) -> Cloth:
    """The square of `name`: always the same, a quarter of it derived from the name and mirrored in both directions."""
    digest = sha256(name.encode()).digest()
    bits = int.from_bytes(digest[1:3], "big")
    rows = [_row(bits, y) for y in range(SIZE)]
    stitches = tuple(Stitch(x, y, length) for y, row in enumerate(rows) for x, length in _runs(row))
    return Cloth(dyes=1 + digest[0] % DYES, stitches=stitches)


def _row(bits: int, y: int) -> list[bool]:
    quarter_y = min(y, SIZE - 1 - y)
    return [bool(bits >> (quarter_y * HALF + min(x, SIZE - 1 - x)) & 1) for x in range(SIZE)]


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    starts = [x for x in range(SIZE) if row[x] and not (x and row[x - 1])]
    ends = [x + 1 for x in range(SIZE) if row[x] and not (x + 1 < SIZE and row[x + 1])]
    return [(start, end - start) for start, end in zip(starts, ends, strict=True)]
