"""Names and queues of the background tasks of matches, for the code that requests, runs or routes them."""

THINK = "games.think"
THINK_AFTER_A_PAUSE = "games.think_after_a_pause"
ADVISE = "games.advise"
ANALYSE = "games.analyse"
RATE = "games.rate"
CLOCKS = "games.clocks"
SWEEP = "games.sweep"
TIDY = "games.tidy"
STATISTICS = "games.statistics"
DUMP = "games.dump"

AI, ANALYSIS = "ai", "analysis"

QUEUES = {THINK: AI, ADVISE: AI, ANALYSE: ANALYSIS, DUMP: ANALYSIS, CLOCKS: "clocks"}
"""The queue of each task; all others use the default queue."""
