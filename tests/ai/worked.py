"""A measure of work that is the same on every machine, however busy."""

import sys
from typing import Self


class Worked:
    """A clock driven by the calls that Python makes: in seconds of a typical machine, the same on every machine."""

    CALLS_A_SECOND = 5_000_000

    def __init__(self) -> None:
        self._calls = 0

    def __call__(self) -> float:
        return self._calls / self.CALLS_A_SECOND

    def __enter__(self) -> Self:
        sys.setprofile(self._count)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def _count(self, frame: object, event: str, function: object) -> None:
        self._calls += event in ("call", "c_call")
