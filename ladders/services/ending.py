"""Ending a challenge and moving people. The caller holds the lock on the ladder."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone

from ladders.models import Bout, Rung
from ladders.ranking import climbed, swapped
from ladders.services.order import Rule, rungs_move
from ladders.services.telling import tell_of_moves

RULES: dict[str, Rule] = {
    Bout.Outcome.WON: climbed,
    Bout.Outcome.DECLINED: swapped,
    Bout.Outcome.SILENT: swapped,
}
"""The outcomes that move people, and the rule by which they do."""

PLAYED = (Bout.Outcome.WON, Bout.Outcome.LOST, Bout.Outcome.DRAWN)
"""The outcomes of a match that was played: both sides count as active."""


def bout_end(bout: Bout, outcome: Bout.Outcome) -> None:
    """Store the outcome of an open challenge, move people by its rule, and notify those who were moved."""
    assert bout.is_open, "it has ended before"
    now = timezone.now()
    moved: list[Rung] = []
    rule = RULES.get(outcome)
    if rule is not None and bout.below is not None and bout.above is not None:
        moved = rungs_move(below=bout.below, above=bout.above, rule=rule)
    bout.outcome, bout.ended_at = outcome, now
    bout.challenger_place = _place(bout.below) if moved and bout.below is not None else None
    bout.save(update_fields=["outcome", "ended_at", "challenger_place"])
    if outcome in PLAYED:
        both = [rung.pk for rung in (bout.below, bout.above) if rung is not None]
        Rung.objects.filter(pk__in=both).update(active_at=now)
    if outcome == Bout.Outcome.SILENT and bout.above is not None:
        Rung.objects.filter(pk=bout.above.pk).update(silences=F("silences") + 1)
    tell_of_moves(bout.ladder, moved)


def _place(rung: Rung) -> int:
    """The current place of a person's rung."""
    above = Rung.objects.filter(ladder=rung.ladder_id, is_house=False)
    return 1 + above.filter(position__lt=Rung.objects.filter(pk=rung.pk).values("position")).count()
