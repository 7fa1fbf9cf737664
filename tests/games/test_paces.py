"""Figures of the paces, and arithmetic with time that leaves out weekends."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Match
from games.paces import PACES, counted, earlier, later, reminder_times

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRIDAY_NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))
ZONES = ("Asia/Kolkata", "America/New_York", "Pacific/Kiritimati", "Africa/Cairo", "Asia/Beirut", "Pacific/Apia")
weekends = st.sampled_from([None, UTC, *map(ZoneInfo, ZONES)])
spans = st.timedeltas(timedelta(seconds=1), timedelta(days=40))


def test_every_pace_of_a_match_has_its_figures() -> None:
    assert set(PACES) == set(Match.Pace.values)


def test_a_weekend_off_counts_as_nothing() -> None:
    assert later(FRIDAY_NOON, 12 * HOUR, weekends=UTC) == FRIDAY_NOON + 12 * HOUR
    assert later(FRIDAY_NOON, 13 * HOUR, weekends=UTC) == FRIDAY_NOON + 13 * HOUR + 2 * DAY
    assert later(FRIDAY_NOON, 13 * HOUR, weekends=None) == FRIDAY_NOON + 13 * HOUR
    assert counted(FRIDAY_NOON, FRIDAY_NOON + 3 * DAY, weekends=UTC) == DAY


def test_a_turn_that_begins_on_a_sunday_begins_to_count_on_monday() -> None:
    sunday = FRIDAY_NOON + 2 * DAY
    assert later(sunday, HOUR, weekends=UTC) == datetime(2026, 11, 23, 1, tzinfo=UTC)


@pytest.mark.half_second
@given(moments, spans, weekends)
def test_later_earlier_and_counted_agree(moment: datetime, span: timedelta, weekends: tzinfo | None) -> None:
    end = later(moment, span, weekends=weekends)
    assert counted(moment, end, weekends=weekends) == span
    assert counted(earlier(end, span, weekends=weekends), end, weekends=weekends) == span


@pytest.mark.half_second
@given(moments, spans, weekends)
def test_earlier_counts_back_from_within_a_weekend_too(
    moment: datetime, span: timedelta, weekends: tzinfo | None
) -> None:
    assert counted(earlier(moment, span, weekends=weekends), moment, weekends=weekends) == span


@pytest.mark.half_second
@given(moments, moments, moments, weekends)
def test_counted_time_adds_up(one: datetime, two: datetime, three: datetime, weekends: tzinfo | None) -> None:
    first, middle, last = sorted((one, two, three))
    halves = counted(first, middle, weekends=weekends) + counted(middle, last, weekends=weekends)
    assert halves == counted(first, last, weekends=weekends)


@pytest.mark.parametrize(
    ("zone", "begins", "ends"),
    [
        ("Asia/Kolkata", "2026-11-20T18:30", "2026-11-22T18:30"),
        ("America/New_York", "2026-11-21T05:00", "2026-11-23T05:00"),
        ("Pacific/Kiritimati", "2026-11-20T10:00", "2026-11-22T10:00"),
        # Clocks go back on that Sunday: the weekend lasts 49 hours.
        ("Europe/Berlin", "2026-10-23T22:00", "2026-10-25T23:00"),
    ],
)
def test_a_weekend_begins_and_ends_at_midnight_where_the_player_is(zone: str, begins: str, ends: str) -> None:
    weekends = ZoneInfo(zone)
    saturday, monday = (datetime.fromisoformat(f"{moment}+00:00") for moment in (begins, ends))
    assert later(saturday - HOUR, HOUR, weekends=weekends) == saturday
    assert later(saturday - HOUR, 2 * HOUR, weekends=weekends) == monday + HOUR
    assert counted(saturday, monday, weekends=weekends) == timedelta()
    assert counted(saturday - HOUR, monday + HOUR, weekends=weekends) == 2 * HOUR
    assert earlier(monday + HOUR, 2 * HOUR, weekends=weekends) == saturday - HOUR


def test_reminders_come_after_half_and_four_fifths_of_the_time() -> None:
    begun = datetime(2026, 11, 16, tzinfo=UTC)
    assert reminder_times(begun + 2 * DAY, 2 * DAY, weekends=None) == {
        50: begun + DAY,
        80: begun + 1.6 * DAY,
    }


@pytest.mark.parametrize("moved", [HOUR, 5 * DAY])
def test_reminders_move_with_their_deadline(moved: timedelta) -> None:
    before = reminder_times(FRIDAY_NOON, 4 * DAY, weekends=None)
    after = reminder_times(FRIDAY_NOON + moved, 4 * DAY, weekends=None)
    assert {part: moment - before[part] for part, moment in after.items()} == {50: moved, 80: moved}
