"""Writing the order of a ladder. The caller holds the lock on the ladder, in a transaction.

Positions must be unique at every moment, even within a statement: moved rungs first get a position below 0, then their
new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db.models import F, Max

from accounts.models import User
from ladders.models import Ladder, Rung

Rule = Callable[[Sequence[Rung], Rung, Rung], list[Rung]]


def rung_append(*, ladder: Ladder, user: User) -> Rung:
    """Add a rung for `user` at the bottom."""
    last = ladder.rungs.aggregate(last=Max("position"))["last"] or 0
    return Rung.objects.create(ladder=ladder, user=user, position=last + 1)


def rung_insert(*, ladder: Ladder, user: User, position: int) -> Rung:
    """Insert a house rung at `position`; the rung there and all below move down by one."""
    ladder.rungs.filter(position__gte=position).update(position=-F("position") - 1)
    ladder.rungs.filter(position__lt=0).update(position=-F("position"))
    return Rung.objects.create(ladder=ladder, user=user, position=position, is_house=True)


def rungs_move(*, below: Rung, above: Rung, rule: Rule) -> list[Rung]:
    """Reorder these two rungs and those between them by a rule of `ladders.ranking`.

    Returns the moved rungs with their users, top first.
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
