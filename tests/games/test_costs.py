"""The queries of one action: as few as possible, however long the match and however many its seats."""

from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import GAMES
from games.models import Match
from notices.models import Notice
from tests.first import first
from tests.games.playing import STAGES, begin, decider, legal, play_out

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 10
"""Session, user, match; in one transaction, with its begin and end: the locked match, its seats with their users, the
new entries of the log, the match; and the notice, when another seat is called.
"""

POLL = 4
"""Session, user, match, and the seats, to say who is here."""

SMALL = [(key, game.SEATS[0]) for key, game in GAMES.items()]
LARGE = [(key, game.SEATS[-1]) for key, game in GAMES.items()]


@pytest.mark.half_second
@pytest.mark.parametrize("table", first(LARGE, of=[*SMALL, *LARGE]), ids=str)
def test_an_action_costs_the_same_few_queries_at_every_point_of_a_match(table: tuple[str, int]) -> None:
    game, count = table
    match, clients = _warm(game, count)
    random = Random(1)
    costs = []
    for ply in STAGES[game]:
        match = play_out(match, random, until=ply)
        for _action in range(4):
            mover = decider(match).pk
            form = {"action": random.choice(legal(match)), "ply": match.ply}
            before = match.ply
            with CaptureQueriesContext(connection) as queries:
                answer = clients[mover].post(f"{match.get_absolute_url()}play/", form)
            assert answer.status_code == 302
            match = Match.objects.get(pk=match.pk)
            assert match.ply > before
            assert match.status == Match.Status.RUNNING
            costs.append(len(queries))
    assert max(costs) <= MOST, costs
    assert max(costs[8:]) <= max(costs[:8]), costs


@pytest.mark.half_second
def test_an_action_and_the_notifications_it_settles_are_one_transaction() -> None:
    match, clients = _warm("rapa_nui", 2)
    for _action in range(20):
        mover = decider(match).pk
        form = {"action": legal(match)[0], "ply": match.ply}
        with CaptureQueriesContext(connection) as queries:
            answer = clients[mover].post(f"{match.get_absolute_url()}play/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        said = [query["sql"].split()[0] for query in queries]
        assert said.count("BEGIN") == 1
        assert {*said[said.index("COMMIT") + 1 :]} <= {"SELECT"}
        assert not Notice.objects.filter(match=match, user=mover, seen_at=None).exists()
        match = Match.objects.get(pk=match.pk)


def test_asking_in_vain_for_news_costs_who_asks_the_match_and_who_sits_there() -> None:
    match, clients = _warm("princes", 5)
    client = next(iter(clients.values()))
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(match.get_absolute_url(), {"ply": match.ply}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert len(queries) == POLL


def _warm(game: str, count: int) -> tuple[Match, dict[int, Client]]:
    """A match whose pages have been read, so SQL that is cached exists."""
    match, clients = begin(game, count)
    for client in clients.values():
        client.get(match.get_absolute_url())
    return match, clients
