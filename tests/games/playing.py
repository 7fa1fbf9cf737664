"""Playing matches through the services, as pages and tasks do."""

from random import Random

from django.test import Client

from accounts.models import User
from games.models import Match
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from games.services.lobby.matches import match_create, match_join
from games.services.play.turns import play

STAGES = {"rapa_nui": (0, 20, 70), "machu_picchu": (0, 6, 14), "maya": (0, 15, 30), "princes": (0, 20, 60)}
"""Log positions at the beginning, later, and late. At random no game is over within five more decisions."""


def begin(game: str, seats: int, **headers: str) -> tuple[Match, dict[int, Client]]:
    """A match of people, and by user the browser of each, which sends these headers."""
    users = [User.objects.create_user(f"Player-{number}") for number in range(seats)]
    clients = {user.pk: Client(headers=headers) for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    match = match_create(host=users[0], game=game, others=[None] * (seats - 1))
    for user in users[1:]:
        match = match_join(match=match, user=user)
    return match, clients


def decider(match: Match) -> int:
    """The user who decides now."""
    assert match.awaited is not None
    user = seats_of(match)[match.awaited].user
    assert user is not None
    return user.pk


def legal(match: Match) -> list[str]:
    """The texts of the legal actions of the seat that decides."""
    return [str(action) for action in game_of(match).legal_actions(state_of(match))]


def play_once(match: Match, text: str) -> Match:
    """The seat that decides plays `text`."""
    assert match.awaited is not None
    user = seats_of(match)[match.awaited].decider
    assert user is not None
    return play(match=match, seat=match.awaited, user=user, text=text, ply=match.ply)


def play_randomly(match: Match, rng: Random, *, until: int | None = None) -> Match:
    """Random legal actions until the end of the match, or until its log has `until` entries."""
    while match.status == Match.Status.RUNNING and (until is None or match.ply < until):
        match = play_once(match, rng.choice(legal(match)))
    return match
