"""When the clocks of a site stand still."""

from datetime import UTC, datetime

MONDAY = datetime(2026, 11, 16, 8, tzinfo=UTC)
"""A Monday morning."""
