"""Deals that were sent to others, and the games played with them."""

from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.selectors import computer_player
from games.models import Attempt, Challenge, Match, Seat
from games.services.lobby.challenges import attempt_begin, challenge_send
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from tests.games.playing import play_out

GAME = "rapa_nui"


def computer(level: str = "beginner") -> User:
    found = computer_player(level)
    assert found is not None
    return found


@transaction.atomic  # so the worker of a running site does not hear of it earlier
def played(user: User, *levels: str, game: str = GAME, seed: int = 3, **facts: Any) -> Match:
    """A finished match of `user` against computer players, in which all played at random."""
    others = [computer(level) for level in levels or ("beginner",)]
    return play_out(match_create(host=user, game=game, others=others, terms=TableTerms(**facts)), Random(seed))


def sent(user: User, *levels: str, **facts: Any) -> Challenge:
    return challenge_send(match=played(user, *levels, **facts), user=user)


def ended(challenge: Challenge, user: User, points: int, rank: int = 1) -> Attempt:
    """An attempt of `user` at the deal, ended with this result without playing."""
    attempt = attempt_begin(challenge=challenge, user=user)
    over = {"status": Match.Status.FINISHED, "reason": "deck", "to_move": None, "asked_at": None}
    Match.objects.filter(pk=attempt.match_id).update(**over, finished_at=timezone.now())
    Seat.objects.filter(match=attempt.match_id).update(ended_at=timezone.now(), points=0, rank=3 - rank)
    Seat.objects.filter(match=attempt.match_id, number=challenge.seat).update(points=points, rank=rank)
    return attempt


def seat_of(match: Match, user: User) -> Seat:
    return match.seats.get(user=user)


def score(challenge: Challenge) -> int:
    points = seat_of(challenge.match, challenge.sender).points
    assert points is not None
    return points
