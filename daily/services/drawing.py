"""Deals of the day, derived from the site's secret key: nobody else can compute them, and no job has to run first."""

from datetime import date
from random import Random

from django.utils.crypto import salted_hmac

from daily.calendar import end_of, today
from daily.models import Deal
from games.ai import LEVELS
from games.engine import GAMES

SEATS = 2
"""The seats of every deal: one person and one computer player."""

LEVEL = "solid"
"""The computer player of every deal."""

THOUGHTS = 100
"""Its search iterations in games for which its level sets none."""


def deal_of_today(game: str) -> Deal:
    """Today's deal of `game`, drawn on the first request; concurrent requests get the same one."""
    day = today()  # once: at midnight a second look would give this day the deal of the next
    return Deal.objects.get_or_create(game=game, day=day, defaults=drawn(game, day))[0]


def drawn(game: str, day: date) -> dict[str, object]:
    """The fields of a day's deal: always the same, as long as the secret and the rules do not change."""
    secret = salted_hmac("daily.deal", f"{game} {day.isoformat()}", algorithm="sha256").digest()
    chance, rules = Random(secret), GAMES[game]
    deal = rules.deal(SEATS, {}, chance)
    return {
        "seat_count": SEATS,
        "seat": chance.randrange(SEATS),
        "level": LEVEL,
        "thoughts": LEVELS[LEVEL].iterations_in(game) or THOUGHTS,
        "text": rules.deal_text(deal),
        "ends_at": end_of(day),
    }
