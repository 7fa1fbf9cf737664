"""The figures of a ladder: every one of them is told on its pages."""

from __future__ import annotations

from datetime import timedelta

REACH = 5
"""How many people above someone they may challenge."""

HOUSE_BRINGS = 1
"""How many places beating a house rung brings at most: those farther below cannot challenge it."""

OPEN_OUT = 2
"""How many challenges that are not over someone may have made on one ladder."""

OPEN_IN = 2
"""How many challenges that are not over someone may have got there."""

ANSWER = timedelta(days=3)
"""How long someone may think about a challenge. While they are on vacation this time does not run."""

AGAIN = timedelta(days=7)
"""How long a pair rests after a challenge between them is over."""

AGAIN_HOUSE = timedelta(days=1)
"""The same for a person and a computer player."""

SILENCES = 2
"""So many challenges in a row without an answer take someone off the ladder."""

IDLE = timedelta(days=60)
"""So does nothing done there for so long."""

PACE = "2d"
"""How fast the matches of ladders are played."""
