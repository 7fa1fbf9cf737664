"""Upkeep of ladders: end seasons, remove people who are gone or inactive, and place house rungs.

Each step runs under the lock on its ladder, so all of it may run twice, run concurrently, or die at any moment.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models.rating import season_of
from games.services.computer.work import on_its_own
from ladders.models import Bout, Final, Ladder, Rung
from ladders.selectors import answer_by, duels, may_play
from ladders.services.house import house_stand
from ladders.services.joining import ladder_ensure, locked, rung_remove
from ladders.services.results import ladder_call_off
from ladders.services.telling import tell_of_season, tell_of_slipping
from ladders.terms import IDLE, SILENCES

log = logging.getLogger(__name__)


def ladders_keep_up() -> None:
    """Keep up the ladder of every game. An error on one does not hold up the others."""
    for game in duels():
        with on_its_own(f"upkeep of the ladder of {game}"):
            ladder_keep_up(ladder=ladder_ensure(game=game))


def ladder_keep_up(*, ladder: Ladder) -> None:
    """Call off blocked challenges, remove inactive people, end the season, and place house rungs."""
    ladder_call_off(ladder=ladder)
    with transaction.atomic():
        ladder = locked(ladder)
        now = timezone.now()  # only now: nothing on the ladder is younger
        _put_back(ladder, now)
        _slip_out(ladder, now)
        _end_season(ladder, season_of(now))
        house_stand(ladder)


def _put_back(ladder: Ladder, now: datetime) -> None:
    """Correct what was written while the machine's date was ahead and has been set right since: nobody waits for an
    answer, or for the next challenge, until that date. The season goes on, and its final places so far are deleted.
    """
    for column in ("made_at", "ended_at"):
        ladder.bouts.filter(**{f"{column}__gt": now}).update(**{column: now})
    ladder.bouts.filter(outcome="", answered_at=None, answer_by__gt=answer_by(now)).update(answer_by=answer_by(now))
    ladder.rungs.filter(active_at__gt=now).update(active_at=now)
    if ladder.season > season_of(now):
        log.error("the ladder of %s was in the season %s already: the date was ahead", ladder.game, ladder.season)
        ladder.finals.filter(season__gte=season_of(now)).delete()
        _write_season(ladder, season_of(now))


def _slip_out(ladder: Ladder, now: datetime) -> None:
    """Remove people who cannot play, do not answer challenges, or have been idle for long."""
    playing = Bout.objects.filter(Q(below__isnull=False) | Q(above__isnull=False), ladder=ladder, outcome="")
    busy = {key for pair in playing.values_list("below", "above") for key in pair}
    for rung in ladder.rungs.filter(is_house=False).select_related("user"):
        is_idle = now - rung.active_at > IDLE and rung.pk not in busy and not rung.user.is_away(now)
        if not may_play(rung.user, now):
            rung_remove(rung)
        elif is_idle or rung.silences >= SILENCES:
            tell_of_slipping(ladder, rung.user, is_silent=not is_idle)
            rung_remove(rung)


def _end_season(ladder: Ladder, season: str) -> None:
    """If a new season has begun, store the final places of the last one. The new one starts in the same order."""
    if ladder.season == season:
        return
    people = [rung.user for rung in Rung.objects.filter(ladder=ladder, is_house=False).select_related("user")]
    Final.objects.bulk_create(
        Final(ladder=ladder, season=ladder.season, place=place, user=user) for place, user in enumerate(people, 1)
    )
    tell_of_season(ladder, people)
    _write_season(ladder, season)


def _write_season(ladder: Ladder, season: str) -> None:
    ladder.season = season
    ladder.save(update_fields=["season"])
