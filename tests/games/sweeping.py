"""Sweeps that repeat while no worker comes, and workers that die with a decision."""

from collections.abc import Callable

from django.core.cache import cache

from games.services.computer.leases import lease


def assert_asked_once(ask_again: Callable[[], int], grow_old: Callable[[], object]) -> None:
    """Of thirty sweeps over an empty queue, only the first asks for what waits and grows old."""
    cache.clear()
    asked = []
    for _sweep in range(30):
        grow_old()
        asked.append(ask_again())
    assert asked == [1] + [0] * 29


def dies_of(code: str, ply: int) -> None:
    """A worker has taken the decision and died, and its lease has expired."""
    lease(code, ply).__enter__()
    cache.delete(f"thinking:{code}:{ply}")
