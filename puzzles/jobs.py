"""The background tasks about puzzles by name, and the queue they wait in."""

from games.jobs import ANALYSIS

SEARCH = "puzzles.search"
COLLECT = "puzzles.collect"

QUEUES = {SEARCH: ANALYSIS, COLLECT: ANALYSIS}
