"""Results of challenges: collecting them, and ending challenges that nobody has answered or that a block calls off.

Beat runs `ladders_go_on` every few seconds, in which each challenge is a separate transaction; `ladder_call_off` is
part of the upkeep. Both find out under the lock on the ladder what there is to do: they may run twice, run
concurrently, or die at any moment.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.selectors.access import seats_of
from games.services.computer.work import on_its_own
from ladders.models import Bout, Ladder
from ladders.selectors import blocked_bouts, deadlines, due_bouts, outcome_of
from ladders.services.ending import bout_end
from ladders.services.joining import locked


def ladders_go_on() -> None:
    """End every challenge that is decided. An error in one does not hold up the others."""
    now = timezone.now()
    for bout in list(due_bouts(now)):
        with on_its_own(f"challenge {bout.pk} on the ladder of {bout.ladder.game}"):
            bout_go_on(bout=bout)


def bout_go_on(*, bout: Bout) -> None:
    """End a challenge if it is decided by now."""
    now = timezone.now()
    with transaction.atomic():
        locked(bout.ladder)
        bout = Bout.objects.select_related("challenger", "challenged", "below", "above", "match", "ladder").get(
            pk=bout.pk
        )
        outcome = _outcome(bout, now) if bout.is_open else None
        if outcome is not None:
            bout_end(bout, outcome)


def _outcome(bout: Bout, now: datetime) -> Bout.Outcome | None:
    """The outcome of a challenge; None while it is undecided."""
    if bout.answered_at is not None:
        if bout.match is None:  # it was removed
            return Bout.Outcome.VOID
        return outcome_of(bout, seats_of(bout.match)) if bout.match.status == Match.Status.FINISHED else None
    if bout.below is None or bout.above is None:
        return Bout.Outcome.VOID
    return Bout.Outcome.SILENT if now >= deadlines([bout])[bout.pk] else None


def ladder_call_off(*, ladder: Ladder) -> None:
    """End unanswered challenges whose challenger or challenged player has blocked the other one since.

    A challenger's block counts as withdrawing the challenge, a challenged player's block as declining it.
    """
    with transaction.atomic():
        ladder = locked(ladder)
        for key, by_challenger in sorted(blocked_bouts(ladder).items()):
            # Read one by one: ending a challenge moves rungs that another one is about.
            bout = Bout.objects.select_related("below", "above", "ladder").get(pk=key)
            bout_end(bout, Bout.Outcome.WITHDRAWN if by_challenger else Bout.Outcome.DECLINED)
