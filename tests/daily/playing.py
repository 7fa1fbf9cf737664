"""Plays a deal of the day without waiting for anyone."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from daily.models import Try
from daily.services.trying import try_begin
from games.models import Match, Seat
from games.services.computer.thinking import think
from machupicchu.development.days import played_yesterday as played_yesterday
from machupicchu.development.days import whole as whole
from tests.games.playing import legal, play_once

GAME = "rapa_nui"


@transaction.atomic  # before the worker of a running site hears of it and plays for the computer player too
def tried(user: User, game: str = GAME, *, decisions: int = 6) -> Match:
    """The deal of today as `user` plays it, always the first legal action, after `decisions` decisions by anyone."""
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


def result(
    user: User, points: int, rank: int = 1, game: str = GAME, at: datetime | None = None, *, drawn: bool = False
) -> Try:
    """The deal of today, ended by `user` with this result without playing; `drawn`: the opponent has the same."""
    found = try_begin(user=user, game=game)
    now = at or timezone.now()
    ended = {"status": Match.Status.FINISHED, "reason": "deck", "to_move": None, "asked_at": None, "finished_at": now}
    Match.objects.filter(pk=found.match_id).update(**ended)
    others = {"points": points, "rank": rank} if drawn else {"points": points - 1, "rank": 3 - rank}
    Seat.objects.filter(match=found.match_id).update(ended_at=now, **others)
    Seat.objects.filter(match=found.match_id, number=found.deal.seat).update(points=points, rank=rank)
    return found
