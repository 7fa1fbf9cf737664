"""The client of Valkey that a process keeps."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from common.valkey import _client, valkey

THREADS = 16


@pytest.fixture
def hurried_threads() -> Iterator[None]:
    """Threads take turns so often that they meet everywhere."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hurried_threads")
def test_threads_that_need_it_first_at_the_same_time_get_the_same_client() -> None:
    """A client that is lost closes its connections, also those in use."""
    together = Barrier(THREADS)

    def first(_number: int) -> int:
        together.wait()
        return id(valkey())

    with ThreadPoolExecutor(THREADS) as threads:
        for _again in range(20):
            _client.cache_clear()
            assert len(set(threads.map(first, range(THREADS)))) == 1
