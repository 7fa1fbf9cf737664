"""The days of the deals: UTC days, the same for everyone."""

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone


def today() -> date:
    """The day whose deals are played now."""
    return timezone.now().astimezone(UTC).date()


def end_of(day: date) -> datetime:
    """The moment at which a day is over."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=UTC)


def day_named(text: str) -> date | None:
    """The day written as `2026-06-03`; None for anything else and for days to come."""
    try:
        wanted = date.fromisoformat(text)
    except ValueError:
        return None
    return wanted if wanted.isoformat() == text and wanted <= today() else None
