"""Engine calls and rendered templates of one action, in every game: no more in a long match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.engine import GAMES
from games.models import Match
from machupicchu.templating.jinja import Compiled
from tests.games.playing import STAGES, begin, decider, legal, play_out

pytestmark = pytest.mark.django_db(transaction=True)

ENGINE = ("apply", "parse", "legal_actions", "view")
TEMPLATES = {"rapa_nui": 18, "machu_picchu": 16, "maya": 20, "princes": 24}
"""The most templates rendered for a board with what is next to it, without those that are compiled into others."""

LINE = "games/match/log_line.html"
"""Counted apart: a reader who has decided has seen every line that was new before."""

TURNED_UP = {"machu_picchu": 3}
"""Lines about earlier actions that an action may change: cards that the others laid face down are turned up."""

SHARED = {"princes": 1}
"""Views made beside the reader's own: that of a spectator, from which a game draws what all readers share."""

TABLES = [(key, game.SEATS[-1]) for key, game in GAMES.items()]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts calls of each part of an engine, and rendered templates, including included ones."""
    counts: Counter[str] = Counter()

    def counting(name: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any, **named: Any) -> Any:
            counts[name] += 1
            return asked(*given, **named)

        return ask

    for game in GAMES.values():
        for name in ENGINE:
            monkeypatch.setattr(game, name, counting(name, getattr(game, name)))
    for_templates = counting("templates", Compiled.new_context)
    for_lines = counting("lines", Compiled.new_context)

    def new_context(template: Compiled, *given: Any, **named: Any) -> Any:
        return (for_lines if template.name == LINE else for_templates)(template, *given, **named)

    monkeypatch.setattr(Compiled, "new_context", new_context)
    return counts


@pytest.mark.half_second
@pytest.mark.parametrize(("game", "count"), TABLES)
def test_an_action_asks_the_engine_as_often_in_a_long_match(game: str, count: int, counted: Counter[str]) -> None:
    match, clients = begin(game, count, **{"HX-Request": "true"})
    random = Random(1)
    for ply in STAGES[game]:
        match = play_out(match, random, until=ply)
        for client in clients.values():
            client.get(match.get_absolute_url())
        for _action in range(3):
            mover, ply = decider(match).pk, match.ply
            form = {"action": random.choice(legal(match)), "ply": ply}
            counted.clear()
            assert clients[mover].post(f"{match.get_absolute_url()}play/", form).status_code == 200
            match = Match.objects.get(pk=match.pk)
            entries = match.ply - ply  # forced actions are played too
            assert counted["apply"] == 2 * entries, counted
            assert counted["parse"] <= 2 * entries, counted
            assert counted["legal_actions"] <= 1 + entries, counted
            assert counted["view"] <= entries + SHARED.get(game, 0), counted
            assert counted["templates"] <= TEMPLATES[game], counted
            for other in clients.keys() - {mover}:
                counted.clear()
                assert clients[other].get(match.get_absolute_url()).status_code == 200
                assert counted["apply"] == counted["parse"] == 0, counted
                assert counted["legal_actions"] <= 1, counted
                assert 1 <= counted["view"] <= entries + SHARED.get(game, 0), counted
                assert counted["templates"] <= TEMPLATES[game], counted
                assert counted["lines"] <= entries + TURNED_UP.get(game, 0), counted


def test_the_next_step_of_a_replay_draws_only_lines_that_change(counted: Counter[str]) -> None:
    match, clients = begin("rapa_nui", 2, **{"HX-Request": "true"})
    match = play_out(match, Random(1), until=40)
    client, replay = clients[decider(match).pk], f"{match.get_absolute_url()}replay/"
    assert client.get(replay, {"step": 30}).status_code == 200
    assert counted["lines"] >= 30, counted
    counted.clear()
    assert client.get(replay, {"step": 31}).status_code == 200
    # The new line, the one that was new, and those that have become older than the reader's last decision.
    assert 2 <= counted["lines"] <= 6, counted
