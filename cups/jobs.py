"""The background tasks of cups by name."""

SWEEP = "cups.sweep"
