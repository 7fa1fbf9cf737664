"""A worker dies while it thinks: its decision is taken up again, and made once."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable

import pytest
from redis import Redis

from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

PROMISED = 10
"""Seconds after which lost thinking restarts if the processors are otherwise idle."""
BUSY = 50
"""Seconds to add on busy processors: beat, the sweep and a new worker are each a little late.

The broker's own redelivery comes only after 120.
"""


def against_an_expert(visitor: Visitor) -> str:
    """The code of a new match against the computer player that thinks longest."""
    visitor.sign_up(f"thinker-{time.monotonic_ns()}")
    visitor.get("/tables/new/?game=rapa_nui")
    table = visitor.post("/tables/new/?game=rapa_nui", seats=2, place_2="expert", access="anybody", pace="live")
    assert table.status == 302, table.text
    return table.location.strip("/").split("/")[-1]


def is_mine(visitor: Visitor, code: str) -> bool:
    """Whether it is the visitor's turn."""
    seen = visitor.match(code)
    return bool(seen["to_move"] == seen["seat"])


def let_decide(visitor: Visitor, code: str) -> None:
    """Play until it is the computer player's turn."""
    while is_mine(visitor, code):
        seen = visitor.match(code)
        assert visitor.post(f"/match/{code}/play/", action=seen["legal"][0], ply=seen["ply"]).status == 302


def decisions(site: RunningSite, code: str) -> list[int]:
    """The log positions of the computer player's decisions in a match."""
    with sqlite3.connect(site.folder / "site.sqlite3") as database:
        rows = database.execute(
            "SELECT ply FROM games_action WHERE source = 'computer' AND thought_ms IS NOT NULL "
            "AND match_id = (SELECT id FROM games_match WHERE code = ?) ORDER BY ply",
            [code],
        )
        return [ply for (ply,) in rows]


class Leases:
    """The leases on thinking, read from the site's Valkey."""

    def __init__(self, site: RunningSite, code: str) -> None:
        self._valkey = Redis.from_url((site.folder / "redis-url").read_text().strip())
        self._code = code

    def held(self) -> set[str]:
        """The leases on decisions of the match that are being thought about."""
        return {key.decode() for key in self._valkey.scan_iter(f"*thinking:{self._code}:*")}

    def extended(self, lease: str) -> Callable[[], bool]:
        """A function that tells if a lease ends later than at the last call: its holder lives, or someone took over."""
        left = self._milliseconds(lease)

        def is_extended() -> bool:
            nonlocal left
            left, before = self._milliseconds(lease), left
            return left > before

        return is_extended

    def _milliseconds(self, lease: str) -> int:
        """Milliseconds until it ends; negative if there is none."""
        return int(self._valkey.pttl(lease))


def kill_all_of(part: int) -> None:
    """Kill a part of the site with SIGKILL, including the processes of its pool: it leads a process group."""
    assert os.getpgid(part) == part
    os.killpg(part, signal.SIGKILL)


def kill_a_thinker(site: RunningSite, visitor: Visitor, code: str, leases: Leases) -> tuple[int, str, float]:
    """Kill the worker while it thinks about a decision of the match. Returns its process, its lease, and the time.

    If it decided just before it was killed, that decision was a quick one, and the next one is waited for.
    """
    while True:
        let_decide(visitor, code)
        wait_until(lambda: leases.held() or is_mine(visitor, code), PATIENCE, site.log)
        for lease in leases.held():
            is_extended = leases.extended(lease)
            wait_until(lambda: is_extended() or lease not in leases.held(), PATIENCE, site.log)  # noqa: B023
            worker = site.process_of("ai")
            killed = time.monotonic()
            kill_all_of(worker)
            if ply_of(lease) not in decisions(site, code):
                return worker, lease, killed
            wait_until(lambda: site.process_of("ai") != worker, PATIENCE, site.log)  # noqa: B023


def ply_of(lease: str) -> int:
    """The log position of the decision."""
    return int(lease.rsplit(":", 1)[1])


def test_a_decision_whose_worker_is_killed_is_thought_about_again_within_seconds_and_made_once(
    site: RunningSite, record_property: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = Visitor(site.url)
    code = against_an_expert(visitor)
    leases = Leases(site, code)
    worker, lease, killed = kill_a_thinker(site, visitor, code, leases)
    ply = ply_of(lease)
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
