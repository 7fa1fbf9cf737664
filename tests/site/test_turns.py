"""Writers take turns: in SQLite the threads of a process one after another, and forms waiting for a thread."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction

from accounts.models import User
from common.lock_timeout import WRITING, lock_timeout
from common.sqlite3.turns import Turns, turns
from machupicchu.serving.pages import LONGEST_WAIT, Threads

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite"),
]

PATIENCE = 60


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


@contextmanager
def another_process_writes() -> Iterator[None]:
    """Hold the lock from outside, without taking part in our turns."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("COMMIT")


def in_a_thread(work: Callable[[], object]) -> threading.Thread:
    """Run it in a thread with its own connection."""

    def done() -> None:
        try:
            work()
        finally:
            connections.close_all()

    thread = threading.Thread(target=done)
    thread.start()
    return thread


def test_who_came_first_writes_first() -> None:
    written: list[int] = []

    def write(number: int) -> None:
        if number % 2:
            with transaction.atomic():
                User.objects.create(username=f"Person-{number}")
                written.append(number)
        else:
            User.objects.create(username=f"Person-{number}")  # on its own, outside a transaction
            written.append(number)

    threads = []
    with transaction.atomic():
        for number in range(8):
            threads.append(in_a_thread(lambda number=number: write(number)))  # type: ignore[misc]
            until(lambda: len(turns._waiting) == len(threads))
    for thread in threads:
        thread.join(PATIENCE)
    # A single write is over before its thread can record it; transactions record it while they last.
    assert sorted(written) == list(range(8))
    assert [number for number in written if number % 2] == [1, 3, 5, 7]
    assert list(User.objects.order_by("pk").values_list("username", flat=True)) == [f"Person-{n}" for n in range(8)]


def test_a_writer_waits_for_another_process_and_gives_up_in_words() -> None:
    with another_process_writes(), lock_timeout(0.05), pytest.raises(OperationalError, match="database is locked"):
        User.objects.create(username="Late")
    with another_process_writes():
        thread = in_a_thread(lambda: User.objects.create(username="Patient"))
        until(lambda: turns._is_taken)
    thread.join(PATIENCE)
    assert list(User.objects.values_list("username", flat=True)) == ["Patient"]


def test_a_turn_ends_however_the_transaction_does() -> None:
    def fails() -> None:
        with transaction.atomic():
            User.objects.create(username="Alice")
            raise ValueError

    def is_closed() -> None:
        with transaction.atomic():
            connection.close()

    def is_twice() -> None:
        User.objects.create(username="Bob")
        User.objects.create(username="Bob")

    for ends in (fails, is_closed, is_twice):
        with suppress(ValueError, IntegrityError):
            ends()
        assert not turns._is_taken, ends.__name__


def test_who_waits_too_long_leaves_the_queue() -> None:
    queue = Turns()
    assert queue.take(0)
    assert not queue.take(0.01)
    assert not queue._waiting
    queue.end()
    assert queue.take(0)


def test_forms_get_a_thread_in_the_order_in_which_they_came() -> None:
    async def conversation() -> list[str]:
        threads, served = Threads("form", 1, WRITING), []

        async def ask(name: str) -> None:
            thread = await threads.take(LONGEST_WAIT)
            served.append(name)
            threads.give_back(thread)

        thread = await threads.take()
        waiting = [asyncio.create_task(ask(name)) for name in "abc"]
        await asyncio.sleep(0)
        threads.give_back(thread)
        late = asyncio.create_task(ask("late"))  # it comes while the thread is on its way to the first in the queue
        await asyncio.gather(*waiting, late)
        thread = await threads.take()
        with pytest.raises(TimeoutError):
            await threads.take(0.01)
        threads.give_back(thread)
        assert await threads.take(0.01) is thread, "a waiter that has left the queue gets no thread"
        thread.shutdown()
        return served

    assert asyncio.run(conversation()) == ["a", "b", "c", "late"]


def test_no_visitor_is_refused_sooner_than_people_leave() -> None:
    assert LONGEST_WAIT == WRITING == 10
