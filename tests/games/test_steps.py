"""What one action asks of the engine and of the templates, in every game: no more when the match is long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from jinja2.environment import Template

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.selectors.access import seats_of
from games.services.matches import match_create, match_join
from tests.games.playing import legal, play_randomly

pytestmark = pytest.mark.django_db(transaction=True)

ENGINE = ("apply", "parse", "legal_actions", "view")
LENGTHS = {"rapa_nui": (0, 20, 80), "machu_picchu": (0, 12, 22), "maya": (0, 20, 50), "princes": (0, 20, 80)}
"""How long the matches are then; none is over so soon."""

TEMPLATES = {"rapa_nui": 33, "machu_picchu": 40, "maya": 40, "princes": 72}
"""So many are rendered at most for a board with what stands beside it."""

TABLES = [(key, game.SEATS[-1]) for key, game in GAMES.items()]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often each part of an engine was asked, and how many templates were rendered, included ones among them."""
    counts: Counter[str] = Counter()

    def counting(name: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any, **named: Any) -> Any:
            counts[name] += 1
            return asked(*given, **named)

        return ask

    for game in GAMES.values():
        for name in ENGINE:
            monkeypatch.setattr(game, name, counting(name, getattr(game, name)))
    monkeypatch.setattr(Template, "new_context", counting("templates", Template.new_context))
    return counts


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_an_action_asks_the_engine_as_often_in_a_long_match(game: str, count: int, counted: Counter[str]) -> None:
    match, clients = _table(game, count)
    random = Random(1)
    for ply in LENGTHS[game]:
        match = play_randomly(match, random, until=ply)
        for client in clients.values():
            client.get(match.get_absolute_url())
        for _action in range(3):
            mover, ply = _mover(match), match.ply
            form = {"action": random.choice(legal(match)), "ply": ply}
            counted.clear()
            assert clients[mover].post(f"{match.get_absolute_url()}play/", form).status_code == 200
            match = Match.objects.get(pk=match.pk)
            entries = match.ply - ply  # what follows of itself is played too
            assert counted["apply"] == counted["parse"] == 2 * entries, counted
            assert counted["legal_actions"] <= 1 + entries, counted
            assert counted["view"] == 1, counted
            assert counted["templates"] <= TEMPLATES[game], counted
            for other in clients.keys() - {mover}:
                counted.clear()
                assert clients[other].get(match.get_absolute_url()).status_code == 200
                assert counted["apply"] == counted["parse"] == 0, counted
                assert counted["legal_actions"] <= 1, counted
                assert counted["view"] == 1, counted
                assert counted["templates"] <= TEMPLATES[game], counted


def _mover(match: Match) -> int:
    assert match.awaited is not None
    user = seats_of(match)[match.awaited].user
    assert user is not None
    return user.pk


def _table(game: str, count: int) -> tuple[Match, dict[int, Client]]:
    users = [User.objects.create_user(f"Player-{number}") for number in range(count)]
    clients = {user.pk: Client(headers={"HX-Request": "true"}) for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    match = match_create(host=users[0], game=game, others=[None] * (count - 1))
    for user in users[1:]:
        match = match_join(match=match, user=user)
    return match, clients
