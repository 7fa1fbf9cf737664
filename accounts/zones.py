"""Time zones by which readers are told times."""

from functools import cache
from zoneinfo import available_timezones


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name in _zones()


@cache
def _zones() -> set[str]:
    return available_timezones()
