"""The background tasks of notices by name, and the queues they wait in."""

DELIVER = "notices.deliver"
OUTSIDE = "notices.outside"
TIDY = "notices.tidy"

QUEUES = {OUTSIDE: "outside"}
"""The queue of a task; all others use the default queue."""
