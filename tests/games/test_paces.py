"""Figures of the paces, and reckoning with time that leaves weekends out."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Match
from games.paces import PACES, counted, earlier, later, reminder_times

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRIDAY_NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))
spans = st.timedeltas(timedelta(seconds=1), timedelta(days=40))


def test_every_pace_of_a_match_has_its_figures() -> None:
    assert set(PACES) == set(Match.Pace.values)


def test_a_weekend_off_counts_as_nothing() -> None:
    assert later(FRIDAY_NOON, 12 * HOUR, weekends_off=True) == FRIDAY_NOON + 12 * HOUR
    assert later(FRIDAY_NOON, 13 * HOUR, weekends_off=True) == FRIDAY_NOON + 13 * HOUR + 2 * DAY
    assert later(FRIDAY_NOON, 13 * HOUR, weekends_off=False) == FRIDAY_NOON + 13 * HOUR
    assert counted(FRIDAY_NOON, FRIDAY_NOON + 3 * DAY, weekends_off=True) == DAY


def test_a_turn_that_begins_on_a_sunday_begins_to_count_on_monday() -> None:
    sunday = FRIDAY_NOON + 2 * DAY
    assert later(sunday, HOUR, weekends_off=True) == datetime(2026, 11, 23, 1, tzinfo=UTC)


@given(moments, spans, st.booleans())
def test_later_earlier_and_counted_agree(moment: datetime, span: timedelta, weekends_off: bool) -> None:
    end = later(moment, span, weekends_off=weekends_off)
    assert counted(moment, end, weekends_off=weekends_off) == span
    assert counted(earlier(end, span, weekends_off=weekends_off), end, weekends_off=weekends_off) == span


@given(moments, moments, moments)
def test_counted_time_adds_up(one: datetime, two: datetime, three: datetime) -> None:
    first, middle, last = sorted((one, two, three))
    halves = counted(first, middle, weekends_off=True) + counted(middle, last, weekends_off=True)
    assert halves == counted(first, last, weekends_off=True)


def test_reminders_come_after_half_and_four_fifths_of_the_time() -> None:
    begun = datetime(2026, 11, 16, tzinfo=UTC)
    assert reminder_times(begun + 2 * DAY, 2 * DAY, weekends_off=False) == {
        50: begun + DAY,
        80: begun + 1.6 * DAY,
    }


@pytest.mark.parametrize("moved", [HOUR, 5 * DAY])
def test_reminders_move_with_their_deadline(moved: timedelta) -> None:
    before = reminder_times(FRIDAY_NOON, 4 * DAY, weekends_off=False)
    after = reminder_times(FRIDAY_NOON + moved, 4 * DAY, weekends_off=False)
    assert {part: moment - before[part] for part, moment in after.items()} == {50: moved, 80: moved}
