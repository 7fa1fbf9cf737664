"""Several beats at one Valkey: one of them has the turn, and another takes it over when that one ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery.beat import ScheduleEntry
from django.core.cache import cache

from common.valkey import valkey
from machupicchu.celery import app
from machupicchu.schedule import HELD, TICK, PresentScheduler, Turn

Machine = Callable[[str], Turn]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A function that starts a beat on the machine of that name."""

    started: list[Turn] = []

    def start(name: str) -> Turn:
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.setattr("machupicchu.schedule.gethostname", lambda: name)
        started.append(Turn(tmp_path / name))
        return started[-1]

    yield start
    for turn in started:
        turn.give_back()


def kill(turn: Turn) -> None:
    """Do to the turn what the end of its process does."""
    assert turn._held is not None
    turn._held.close()


def lapse() -> None:
    """Make the lock expire."""
    assert valkey().delete(cache.make_key("beat"))


def test_one_has_the_turn_and_keeps_it(machine: Machine) -> None:
    one, other = machine("one"), machine("other")
    assert [one.take(), other.take(), one.take(), other.take()] == [True, False, True, False]
    assert 1000 * (HELD - 1) < valkey().pttl(cache.make_key("beat")) <= 1000 * HELD
    assert HELD + TICK < 30  # a standby has it within that many seconds


def test_who_ends_hands_it_on_at_once(machine: Machine) -> None:
    one, other = machine("one"), machine("other")
    assert one.take()
    one.give_back()
    assert [other.take(), one.take()] == [True, False]
    one.give_back()
    assert other.take()


def test_after_a_kill_another_waits_for_the_end_of_the_lock_and_the_same_does_not(machine: Machine) -> None:
    one, other = machine("one"), machine("other")
    assert one.take()
    kill(one)
    assert not other.take()
    again = machine("one")
    assert [again.take(), other.take()] == [True, False]
    kill(again)
    lapse()
    assert other.take()


def test_who_slept_too_long_stands_by(machine: Machine) -> None:
    one, other = machine("one"), machine("other")
    assert one.take()
    lapse()
    assert [other.take(), one.take()] == [True, False]


def test_two_of_one_folder_never_have_it_both(machine: Machine) -> None:
    one, twin = machine("one"), machine("one")
    assert [one.take(), twin.take(), one.take()] == [True, False, True]
    one.give_back()
    assert twin.take()


def test_a_copied_folder_is_another_beat(machine: Machine, tmp_path: Path) -> None:
    one = machine("one")
    assert one.take()
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "beat-token").write_text((tmp_path / "one" / "beat-token").read_text())
    assert not machine("copy").take()


def test_who_stands_by_sends_nothing(tmp_path: Path, machine: Machine) -> None:
    sent: list[str] = []

    class Noting(PresentScheduler):
        """Records what is sent, as no worker would take it here."""

        def apply_async(self, entry: ScheduleEntry, *args: object, **kwargs: object) -> None:
            sent.append(entry.name)

    one = machine("one")
    assert one.take()
    beat = Noting(app=app, schedule_filename=str(tmp_path / "beat-schedule"))
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now().replace(year=2020)
    assert beat.tick() == TICK
    assert sent == []
    one.give_back()
    while beat.tick() == 0:
        pass
    assert set(sent) >= set(app.conf.beat_schedule)
    beat.close()
    assert one.take()
