"""The sweep that runs again and again while no worker comes, and workers who die at what they have taken up."""

from collections.abc import Callable

from django.core.cache import cache

from games.services.computer.leases import lease


def assert_asked_once(ask_again: Callable[[], int], grow_old: Callable[[], object]) -> None:
    """Of thirty sweeps over an empty queue the first one alone asks for what waits and grows old."""
    cache.clear()
    asked = []
    for _sweep in range(30):
        grow_old()
        asked.append(ask_again())
    assert asked == [1] + [0] * 29


def dies_of(code: str, ply: int) -> None:
    """A worker takes the decision up and is gone, and its lease has ended."""
    lease(code, ply).__enter__()
    cache.delete(f"thinking:{code}:{ply}")
