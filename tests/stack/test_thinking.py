"""A worker that dies while it thinks: its decision is taken up again, and made once."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable

import pytest
from redis import Redis

from tests.stack.site import RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

PATIENCE = 90
"""Seconds for slow machines."""
PROMISED = 10
"""Seconds after which a lost thought is taken up again, where the processors have nothing else to do."""
BUSY = 5
"""So many more where they have: beat, the sweep and a fresh worker come a moment later each."""


def thinking_match(site: RunningSite) -> str:
    """The code of a match in which the computer player that takes longest is to decide."""
    visitor = Visitor(site.url)
    visitor.sign_up(f"thinker-{time.monotonic_ns()}")
    visitor.get("/tables/new/?game=rapa_nui")
    table = visitor.post("/tables/new/?game=rapa_nui", seats=2, place_2="expert", access="anybody", pace="live")
    assert table.status == 302, table.text
    code = table.location.strip("/").split("/")[-1]
    while (seen := visitor.match(code))["to_move"] == seen["seat"]:
        assert visitor.post(f"/match/{code}/play/", action=seen["legal"][0], ply=seen["ply"]).status == 302
    return code


def decisions(site: RunningSite, code: str) -> list[int]:
    """The log positions at which the computer player has decided something in a match."""
    with sqlite3.connect(site.folder / "site.sqlite3") as database:
        rows = database.execute(
            "SELECT ply FROM games_action WHERE source = 'computer' AND thought_ms IS NOT NULL "
            "AND match_id = (SELECT id FROM games_match WHERE code = ?) ORDER BY ply",
            [code],
        )
        return [ply for (ply,) in rows]


class Leases:
    """Who thinks, read from the site's own Valkey."""

    def __init__(self, site: RunningSite, code: str) -> None:
        self._valkey = Redis.from_url((site.folder / "redis-url").read_text().strip())
        self._code = code

    def held(self) -> set[str]:
        """The decisions of the match that somebody thinks about."""
        return {key.decode() for key in self._valkey.scan_iter(f"*thinking:{self._code}:*")}

    def extended(self, lease: str) -> Callable[[], bool]:
        """Asks whether a lease ends later than when that was asked before: its holder lives, or somebody took it."""
        left = self._milliseconds(lease)

        def is_extended() -> bool:
            nonlocal left
            left, before = self._milliseconds(lease), left
            return left > before

        return is_extended

    def _milliseconds(self, lease: str) -> int:
        """Until it ends; negative when there is none."""
        return int(self._valkey.pttl(lease))


def kill_all_of(part: int) -> None:
    """Kill -9 a part of the site with the processes of its pool: it leads a group of its own."""
    assert os.getpgid(part) == part
    os.killpg(part, signal.SIGKILL)


def test_a_decision_whose_worker_is_killed_is_thought_about_again_within_seconds_and_made_once(
    site: RunningSite, record_property: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    worker = site.process_of("ai")
    code = thinking_match(site)
    leases = Leases(site, code)
    wait_until(leases.held, PATIENCE, site.log)
    [lease] = leases.held()
    wait_until(leases.extended(lease), PATIENCE, site.log)
    ply = int(lease.rsplit(":", 1)[1])
    killed = time.monotonic()
    kill_all_of(worker)
    assert ply not in decisions(site, code)
    wait_until(leases.extended(lease), PATIENCE, site.log)
    again = time.monotonic() - killed
    wait_until(lambda: ply in decisions(site, code), PATIENCE, site.log)
    made = time.monotonic() - killed
    record_property("thought about again after", round(again, 1))
    with capsys.disabled():
        print(f" killed while thinking: thought about again after {again:.1f} s, decided after {made:.1f} s")
    assert again < PROMISED + BUSY
    assert decisions(site, code).count(ply) == 1
    assert site.process_of("ai") != worker
