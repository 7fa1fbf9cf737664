"""The sweep that runs again and again while no worker comes."""

from collections.abc import Callable

from django.core.cache import cache


def assert_asked_once(ask_again: Callable[[], int], grow_old: Callable[[], object]) -> None:
    """Of thirty sweeps over an empty queue the first one alone asks for what waits and grows old."""
    cache.clear()
    asked = []
    for _sweep in range(30):
        grow_old()
        asked.append(ask_again())
    assert asked == [1] + [0] * 29
