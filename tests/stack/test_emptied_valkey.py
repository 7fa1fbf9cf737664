"""Valkey holds nothing that lasts, which is why no backup has it: a site goes on after it was emptied."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis import Redis

from tests.stack.playing import my_turn, news, open_table, person, play
from tests.stack.site import RunningSite

pytestmark = pytest.mark.stack


def test_people_stay_logged_in_thoughts_are_asked_for_again_and_sockets_hear_on(tmp_path: Path) -> None:
    with RunningSite(tmp_path, WEB_PROCESSES="1", AI_PROCESSES="1") as site:
        alice = person(site, "alice")
        code = open_table(alice, "strong")
        emptied_while_it_thought = 0
        with Redis.from_url((site.folder / "redis-url").read_text().strip()) as valkey:
            while emptied_while_it_thought < 3:
                play(alice, code, my_turn(alice, code, site))
                valkey.flushall()
                seen = alice.match(code)
                emptied_while_it_thought += seen["to_move"] not in (seen["seat"], None)
        seen = my_turn(alice, code, site)
        assert any(entry["seat"] != seen["seat"] for entry in seen["log"])
        with alice.socket(f"/ws/match/{code}/") as heard:
            play(alice, code, seen)
            assert news(heard, seen["ply"] + 1)
