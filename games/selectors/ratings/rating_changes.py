"""The effect of a finished match on its players' ratings."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match, RatedMatch, RatingChange


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes in turn order; `waits` while they are still to be calculated, `counts` if the match counts at all."""

    changes: tuple[RatingChange, ...]
    counts: bool

    @property
    def waits(self) -> bool:
        """Whether the match counts and has not been rated yet."""
        return self.counts and not self.changes


def rating_changes(match: Match) -> Changes | None:
    """The changes of a finished rated match; None, without a query, for any other."""
    if not match.rated or match.status != Match.Status.FINISHED:
        return None
    changes = RatingChange.objects.filter(rated_match__match=match).select_related("user").order_by("seat")
    found = tuple(changes)
    return Changes(found, bool(found) or RatedMatch.objects.filter(match=match, struck=False).exists())
