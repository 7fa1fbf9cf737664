"""Plays matches through the services, as pages and tasks do."""

from django.test import Client

from accounts.models import User
from games.models import Match
from games.selectors.access import seats_of
from games.services.lobby.matches import match_create, match_join
from machupicchu.desk.playing import legal as legal
from machupicchu.desk.playing import play_once as play_once
from machupicchu.desk.playing import play_randomly as play_randomly

STAGES = {"rapa_nui": (0, 20, 70), "machu_picchu": (0, 6, 14), "maya": (0, 15, 30), "princes": (0, 20, 60)}
"""Log positions at the beginning, later, and late. Random games do not end within five more decisions."""


def begin(game: str, seats: int, **headers: str) -> tuple[Match, dict[int, Client]]:
    """A match between people, and by user the browser of each, which sends these headers."""
    users = [User.objects.create_user(f"Player-{number}") for number in range(seats)]
    clients = {user.pk: Client(headers=headers) for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    match = match_create(host=users[0], game=game, others=[None] * (seats - 1))
    for user in users[1:]:
        match = match_join(match=match, user=user)
    return match, clients


def decider(match: Match) -> int:
    """The key of the user who has to decide."""
    assert match.to_move is not None
    user = seats_of(match)[match.to_move].user
    assert user is not None
    return user.pk
