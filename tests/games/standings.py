"""Ratings, and finished matches that change them."""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Match, RatedMatch, Rating, RatingLedger, Seat
from games.models.rating import PROVISIONAL_STEP, season_of

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def stands(user: User, mu: float, *, games: int = 30, sigma: float = 3.0, **pool: Any) -> Rating:
    """A rating of `user`, in the all-time pool of Rapa Nui unless `pool` says otherwise."""
    rating = Rating(
        user=user, mu=mu, sigma=sigma, games=games, firsts=games, last_at=NOW, **({"game": "rapa_nui"} | pool)
    )
    rating.standing = mu - PROVISIONAL_STEP * rating.is_provisional
    rating.save()
    return rating


def finished(*ranking: User, code: str, game: str = "rapa_nui", rated: bool = True, access: str = "anybody") -> Match:
    """A finished match in which the users came in this order; if rated, its ratings are not computed yet."""
    at = timezone.now()
    match = Match.objects.create(
        code=code,
        invite="",
        game=game,
        seat_count=len(ranking),
        rules_version="1",
        access=access,
        rated=rated,
        status=Match.Status.FINISHED,
        state={},
        reason="deck",
        finished_at=at,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=user, points=50 - number, rank=number + 1)
        for number, user in enumerate(ranking)
    )
    if rated:
        ledger, _made = RatingLedger.objects.get_or_create(game=game)
        ledger.given += 1
        ledger.save()
        RatedMatch.objects.create(match=match, game=game, number=ledger.given, season=season_of(at))
    return match
