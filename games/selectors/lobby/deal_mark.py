"""The cookie that marks a browser in which sent deals have been played: no second try with a second account there.

The sender's browser is not marked by sending: a family may share it, and one of them play what another sends.
"""

from datetime import timedelta

from common.marks import LatestMarks

PLAYED_HERE = LatestMarks(cookie="sent", salt="games.deal_mark", age=timedelta(days=365), most=50)
"""The sent deals played in this browser, by the keys of their challenges."""
