"""Reads the analysis of a match."""

from __future__ import annotations

from django.db.models import QuerySet, Value
from django.db.models.functions import Concat

from games.ai.analysis import VERSION
from games.models import Analysis, Judgement, Match

MOST_TURNING_POINTS = 3
"""How many a match has: its greatest losses."""

LEAST_LOSS = 50
"""Thousandths of a win: smaller losses are within the error of the search."""
STILL_OPEN = 50
"""Thousandths of a win: below this, judged with all cards known, a game counts as lost already, whatever its player
could hope for. It is more than the share left to a player seen to lose with one choice to come, see `Curve.trust`.
"""


def version_of(match: Match) -> str:
    """The version of an analysis of the match made now."""
    return f"{match.rules_version}/{VERSION}"


def of_today() -> QuerySet[Analysis]:
    """The analyses of all matches that are up to date."""
    return Analysis.objects.filter(version=Concat("match__rules_version", Value(f"/{VERSION}")))


def analysis_of(match: Match) -> Analysis | None:
    """The up-to-date analysis of the match; None if nobody has requested it."""
    if not match.may_be_analysed:
        return None
    return Analysis.objects.filter(match=match, version=version_of(match)).first()


def judgements_of(analysis: Analysis) -> list[Judgement]:
    """All decisions judged so far, in order."""
    return list(analysis.judgements.order_by("step"))


def turning_points(judgements: list[Judgement]) -> list[Judgement]:
    """The decisions that gave away most in a game that was still open, at most three, in order."""
    grave = [one for one in judgements if one.loss >= LEAST_LOSS and one.chances[one.seat] >= STILL_OPEN]
    grave.sort(key=lambda one: (-one.loss, one.step))
    return sorted(grave[:MOST_TURNING_POINTS], key=lambda one: one.step)
