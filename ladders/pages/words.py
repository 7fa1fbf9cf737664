"""Ladders in words: the numbers in their rules, and why someone in reach cannot be challenged."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.times import moment_in_words
from games.models import Match
from ladders import terms
from ladders.selectors import Obstacle, Standing

WHY: dict[Obstacle, str | Promise] = {
    Obstacle.GONE: gettext_lazy("cannot play now"),
    Obstacle.AWAY: gettext_lazy("on vacation"),
    Obstacle.BETWEEN: gettext_lazy("challenge open"),
    Obstacle.OTHERS: gettext_lazy("others first"),
    Obstacle.BUSY: gettext_lazy("busy"),
    Obstacle.APART: gettext_lazy("not available"),
}
"""Why someone in reach cannot be challenged now, for the obstacles that name no day."""


def figures() -> dict[str, object]:
    """The numbers in the rules of ladders, for templates."""
    return {
        "reach": terms.REACH,
        "out": terms.OPEN_OUT,
        "in": terms.OPEN_IN,
        "answer": terms.ANSWER.days,
        "again": terms.AGAIN.days,
        "give_way": terms.GIVE_WAY.days,
        "silences": terms.SILENCES,
        "idle": terms.IDLE.days,
        "pace": str(Match.Pace(terms.PACE).label),
    }


def why_not(obstacle: Obstacle, standing: Standing, mine: int, theirs: int) -> str:
    """Why someone in reach cannot be challenged now, in two or three words."""
    if obstacle == Obstacle.AGAIN:
        pair = frozenset((standing.rungs[mine].user_id, standing.rungs[theirs].user_id))
        return _("available from %(day)s") % {"day": moment_in_words(standing.rested[pair], "SHORT_DATE_FORMAT")}
    return str(WHY[obstacle])
