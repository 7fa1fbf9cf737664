"""The background tasks about deals of the day by name."""

OPEN = "daily.open"
