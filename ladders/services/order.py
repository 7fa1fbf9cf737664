"""Writing who stands where. The caller holds the lock on the ladder and is in a transaction.

Positions are unique at every moment, also within a statement: what moves is first put below 0, then where it belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db.models import F, Max

from accounts.models import User
from ladders.models import Ladder, Rung

Rule = Callable[[Sequence[Rung], Rung, Rung], list[Rung]]


def rung_append(*, ladder: Ladder, user: User) -> Rung:
    """A rung for someone at the bottom."""
    last = ladder.rungs.aggregate(last=Max("position"))["last"] or 0
    return Rung.objects.create(ladder=ladder, user=user, position=last + 1)


def rung_insert(*, ladder: Ladder, user: User, position: int) -> Rung:
    """A house rung at `position`: whoever stood there and all below make room."""
    ladder.rungs.filter(position__gte=position).update(position=-F("position") - 1)
    ladder.rungs.filter(position__lt=0).update(position=-F("position"))
    return Rung.objects.create(ladder=ladder, user=user, position=position, is_house=True)


def rungs_move(*, below: Rung, above: Rung, rule: Rule) -> list[Rung]:
    """Let a rule of `ladders.ranking` say how those between these two stand now. Returns those who moved, with users,
    the top first.
    """
    first, last = sorted((below.position, above.position))
    between = Rung.objects.filter(ladder=below.ladder_id, position__gte=first, position__lte=last)
    rungs = list(between.select_related("user").order_by("position"))
    positions = [rung.position for rung in rungs]
    order = rule(rungs, below, above)
    moved = []
    for rung, position in zip(order, positions, strict=True):
        if rung.position != position:
            rung.position = position
            moved.append(rung)
    if moved:
        Rung.objects.filter(pk__in=[rung.pk for rung in moved]).update(position=-F("position"))
        Rung.objects.bulk_update(moved, ["position"])
    return moved
