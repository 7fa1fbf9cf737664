"""The numbers in the rules of ladders; the pages about ladders name each of them."""

from __future__ import annotations

from datetime import timedelta

REACH = 5
"""How many people above someone they may challenge."""

HOUSE_BRINGS = 1
"""The most places that beating a house rung can bring; people further below cannot challenge it."""

OPEN_OUT = 2
"""The most open challenges that someone may have made on one ladder."""

OPEN_IN = 2
"""The most open challenges that someone may have received on one ladder."""

ANSWER = timedelta(days=3)
"""The time to answer a challenge. It does not run while the challenged player is on vacation."""

AGAIN = timedelta(days=7)
"""How long two people must wait after a challenge between them is over."""

GIVE_WAY = timedelta(days=28)
"""For how long after a challenge two people can make another one only while nobody else challenges the same player: so
that friends do not keep a player from everyone else.
"""

AGAIN_HOUSE = timedelta(days=1)
"""How long a person and a computer player must wait."""

SILENCES = 2
"""The number of unanswered challenges in a row after which someone is removed from the ladder."""

IDLE = timedelta(days=60)
"""The time without any activity after which someone is removed from the ladder."""

PACE = "2d"
"""The pace of ladder matches."""
