"""Playing a deal of the day without waiting for anybody."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from daily.models import Try
from daily.services.drawing import deal_of_today
from daily.services.trying import try_begin
from games.models import Match, Seat
from games.services.computer.thinking import think
from games.services.fair_play.sealing import matches_unseal
from tests.games.playing import legal, play_once

GAME = "rapa_nui"


@transaction.atomic  # before the worker of a running site hears of it, and plays for the computer player too
def tried(user: User, game: str = GAME, *, decisions: int = 6) -> Match:
    """The deal of today as `user` plays it, always by the first legal action: after so many decisions of anybody."""
    match = try_begin(user=user, game=game).match
    for _decision in range(decisions):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        if match.asked_at is None:
            play_once(match, legal(match)[0])
        else:
            assert think(code=match.code, ply=match.ply)
    match.refresh_from_db()
    return match


@transaction.atomic
def whole(user: User, chance: Random, game: str = GAME) -> Match:
    """The deal of today as `user` plays it to its end by chance; the computer player does so too, which is quicker."""
    match = try_begin(user=user, game=game).match
    while match.status == Match.Status.RUNNING:
        match = play_once(match, chance.choice(legal(match)))
    return match


def result(user: User, points: int, rank: int = 1, game: str = GAME, at: datetime | None = None) -> Try:
    """The deal of today as `user` has finished it with this result, without a game that leads there."""
    found = try_begin(user=user, game=game)
    now = at or timezone.now()
    ended = {"status": Match.Status.FINISHED, "reason": "deck", "awaited": None, "asked_at": None, "finished_at": now}
    Match.objects.filter(pk=found.match_id).update(**ended)
    Seat.objects.filter(match=found.match_id).update(ended_at=now, points=points - 1, rank=3 - rank)
    Seat.objects.filter(match=found.match_id, number=found.deal.seat).update(points=points, rank=rank)
    return found


def played_yesterday(game: str, users: Sequence[User], chance: Random) -> str:
    """A deal that these have played the day before, and what its day is called in addresses."""
    for user in users:
        whole(user, chance, game)
    deal = deal_of_today(game)
    deal.day, deal.ends_at = deal.day - timedelta(days=1), deal.ends_at - timedelta(days=1)
    deal.save()
    ended = deal.ends_at - timedelta(hours=3)
    matches = Match.objects.filter(daily_try__deal=deal)
    matches.update(sealed_until=deal.ends_at, started_at=ended, changed_at=ended, finished_at=ended)
    Seat.objects.filter(match__in=matches).update(ended_at=ended)
    matches_unseal()
    return deal.day.isoformat()
