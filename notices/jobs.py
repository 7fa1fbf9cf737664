"""Names of the background tasks for notifications, and their queues."""

DELIVER = "notices.deliver"
OUTSIDE = "notices.outside"
TIDY = "notices.tidy"

QUEUES = {OUTSIDE: "outside"}
"""The queue of each task that does not use the default one."""
