"""Matches on the running site: over HTTP and sockets, while its parts are killed, and with two equally fast players."""

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest

from games.engine import record
from tests.stack.playing import join, my_turn, news, open_table, person, play
from tests.stack.site import RunningSite
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


def test_every_page_of_both_players_hears_of_an_action(site):
    alice, bob = person(site, "alice"), person(site, "bob")
    code = open_table(alice, "somebody")
    join(bob, code)
    players = {visitor.match(code)["seat"]: visitor for visitor in (alice, bob)}
    with (
        players[0].socket(f"/ws/match/{code}/") as zero,
        players[1].socket(f"/ws/match/{code}/") as one,
        players[0].socket("/ws/me/") as desk,
    ):
        seen = alice.match(code)
        play(players[seen["to_move"]], code, players[seen["to_move"]].match(code))
        ply = alice.match(code)["ply"]
        for socket in (zero, one):
            assert news(socket, ply) == {"type": "match.changed", "match": code, "ply": ply}
        message = news(desk, ply)
        assert (message["type"], message["yours"]) == ("turn.changed", alice.match(code)["to_move"] == 0)


def test_of_two_equally_fast_posts_one_is_played_and_one_is_stale(site):
    alice, bob = person(site, "alice"), person(site, "bob")
    code = open_table(alice, "somebody")
    join(bob, code)
    for _round in range(10):
        seats = {visitor.match(code)["seat"]: visitor for visitor in (alice, bob)}
        mover = seats[alice.match(code)["to_move"]]
        seen = mover.match(code)
        answers: list[int] = []
        barrier = threading.Barrier(2)

        def post(action: str, mover: Visitor = mover, ply: int = seen["ply"], barrier: Any = barrier) -> None:
            barrier.wait()
            while (status := mover.post(f"/match/{code}/play/", action=action, ply=ply).status) == 503:
                continue  # "One moment": nothing was played
            answers.append(status)  # noqa: B023

        racers = [threading.Thread(target=post, args=(action,)) for action in (seen["legal"][0], seen["legal"][-1])]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert sorted(answers) == [302, 409]
        (entry, *_forced) = mover.match(code)["log"][seen["ply"] :]
        assert entry["action"] in (seen["legal"][0], seen["legal"][-1])


def plies_of(site: RunningSite, code: str) -> list[int]:
    """The log positions of a match in the database."""
    with sqlite3.connect(site.folder / "site.sqlite3") as database:
        rows = database.execute(
            "SELECT ply FROM games_action WHERE match_id = (SELECT id FROM games_match WHERE code = ?) ORDER BY ply",
            [code],
        )
        return [ply for (ply,) in rows]


@pytest.fixture
def kills(site) -> list[Callable[[], None]]:
    """Functions that each kill a part of the site; called one after another during a match."""
    return [lambda part=part: site.kill(part) for part in ("ai", "web-1", "valkey", "ai", "default", "beat")]


def test_a_match_goes_on_while_the_parts_of_the_site_are_killed(site, kills):
    alice = person(site, "alice")
    code = open_table(alice, "strong")
    played: list[str] = []
    for kill in kills:
        for _turn in range(2):
            played.append(play(alice, code, my_turn(alice, code, site)))
        killer = threading.Thread(target=kill)
        if alice.match(code)["to_move"] != alice.match(code)["seat"]:
            kill()  # the computer player is thinking
        else:
            killer.start()  # the player is playing
            played.append(play(alice, code, my_turn(alice, code, site)))
            killer.join()
    seen = my_turn(alice, code, site)
    log = seen["log"]
    assert [entry["action"] for entry in log if entry["source"] == "person"] == played
    assert any(entry["seat"] != seen["seat"] for entry in log)
    alice.get(f"/match/{code}/")
    assert alice.post(f"/match/{code}/resign/").status == 302
    text = alice.get(f"/match/{code}/record.txt").text
    assert len(list(record.replay(record.read(text)))) == len(log)
    assert plies_of(site, code) == list(range(len(log) + 1))


def test_workers_outlive_valkey(site):
    alice = person(site, "alice")
    code = open_table(alice, "strong")
    for _answer in range(2):  # the first shows that the worker is there
        seen = my_turn(alice, code, site)
        while seen["to_move"] == seen["seat"]:
            play(alice, code, seen)
            seen = alice.match(code)
    before = len(site.log())
    site.kill("valkey")
    my_turn(alice, code, site)
    # A worker that ended would take its thinking with it, and have half a minute for that.
    assert "has ended (exit code" not in site.log()[before:]
