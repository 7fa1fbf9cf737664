"""The background tasks of ladders by name."""

SWEEP = "ladders.sweep"
KEEP_UP = "ladders.keep_up"
