"""What one action costs the database: as few questions as there are, however long the match and many its seats."""

from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.selectors.access import seats_of
from games.services.matches import match_create, match_join
from tests.games.playing import legal, play_randomly

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 10
"""Session, user, match; in one transaction, with its begin and end: the match locked, its seats with their users, the
new entries of the log, the match; and the notice, when another seat is called."""

POLL = 3
"""Session, user, match."""

TABLES = [(key, count) for key, game in GAMES.items() for count in {game.SEATS[0], game.SEATS[-1]}]


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_an_action_costs_the_same_few_queries_at_every_point_of_a_match(game: str, count: int) -> None:
    match, clients = _table(game, count)
    random = Random(1)
    costs = []
    for ply in (0, 8, 20):
        match = play_randomly(match, random, until=ply)
        for _action in range(4):
            user = seats_of(match)[match.awaited or 0].user
            assert user is not None
            form = {"action": random.choice(legal(match)), "ply": match.ply}
            before = match.ply
            with CaptureQueriesContext(connection) as queries:
                answer = clients[user.pk].post(f"{match.get_absolute_url()}play/", form)
            assert answer.status_code == 302
            match = Match.objects.get(pk=match.pk)
            assert match.ply > before
            assert match.status == Match.Status.RUNNING
            costs.append(len(queries))
    assert max(costs) <= MOST, costs
    assert max(costs[8:]) <= max(costs[:8]), costs


def test_asking_in_vain_for_news_costs_who_asks_and_the_match() -> None:
    match, clients = _table("princes", 5)
    client = next(iter(clients.values()))
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(match.get_absolute_url(), {"ply": match.ply}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert len(queries) == POLL


def _table(game: str, count: int) -> tuple[Match, dict[int, Client]]:
    users = [User.objects.create_user(f"Player-{number}") for number in range(count)]
    clients = {user.pk: Client() for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    match = match_create(host=users[0], game=game, others=[None] * (count - 1))
    for user in users[1:]:
        match = match_join(match=match, user=user)
    for client in clients.values():  # SQL that is written once is written
        client.get(match.get_absolute_url())
    return match, clients
