"""The deal of a day comes from the secret of the site: nobody can compute it, and nothing must have run before."""

from datetime import date
from random import Random

from django.utils.crypto import salted_hmac

from daily.calendar import end_of, today
from daily.models import Deal
from games.ai import LEVELS
from games.engine import GAMES

SEATS = 2
LEVEL = "solid"
"""The computer player of every deal."""

THOUGHTS = 100
"""How often it searches in games in which its level has no number of its own."""


def deal_of_today(game: str) -> Deal:
    """Today's deal of `game`, drawn when it is first asked for: two who ask at once get the same."""
    return Deal.objects.get_or_create(game=game, day=today(), defaults=drawn(game, today()))[0]


def drawn(game: str, day: date) -> dict[str, object]:
    """What is dealt on a day: always the same, as long as the secret and the rules are."""
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
