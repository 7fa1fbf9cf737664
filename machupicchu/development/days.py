"""Playing deals of the day at once, without waiting for anyone or for the day to end."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from django.db import transaction

from accounts.models import User
from daily.services.drawing import deal_of_today
from daily.services.trying import try_begin
from games.models import Match, Seat
from games.services.fair_play.sealing import matches_unseal
from machupicchu.development.playing import legal, play_once


@transaction.atomic
def whole(user: User, chance: Random, game: str) -> Match:
    """Play today's deal for `user` to its end, at random for both sides, which is quicker; return the match."""
    match = try_begin(user=user, game=game).match
    while match.status == Match.Status.RUNNING:
        match = play_once(match, chance.choice(legal(match)))
    return match


def played_yesterday(game: str, users: Sequence[User], chance: Random) -> str:
    """Let `users` play a deal of the day, and move it to yesterday. Returns its day as in URLs."""
    for user in users:
        whole(user, chance, game)
    deal = deal_of_today(game)
    deal.day, deal.ends_at = deal.day - timedelta(days=1), deal.ends_at - timedelta(days=1)
    deal.save(update_fields=["day", "ends_at"])
    ended = deal.ends_at - timedelta(hours=3)
    matches = Match.objects.filter(daily_try__deal=deal)
    matches.update(sealed_until=deal.ends_at, started_at=ended, changed_at=ended, finished_at=ended)
    Seat.objects.filter(match__in=matches).update(ended_at=ended)
    matches_unseal()
    return deal.day.isoformat()
