"""The machine's date was ahead and is right again: beat, heartbeat, leases and clocks of a real site continue."""

import pickle
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from redis import Redis

from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

AHEAD = timedelta(days=400)
FUTURE = f"{datetime.now(UTC) + AHEAD:%Y-%m-%d %H:%M:%S}"
SCHEDULE = f"""
from datetime import datetime
from celery.beat import PersistentScheduler
from machupicchu.celery import app
beat = PersistentScheduler(app=app, schedule_filename=app.conf.beat_schedule_filename)
for entry in beat.schedule.values():
    entry.last_run_at = datetime.fromisoformat("{FUTURE}+00:00")
beat.close()
"""


@pytest.fixture(scope="module")
def put_back(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose beat wrote its schedule while the date was ahead."""
    site = RunningSite(tmp_path_factory.mktemp("date"), WEB_PROCESSES="1", AI_PROCESSES="1")
    site.python("-c", SCHEDULE)
    with site:
        yield site


@contextmanager
def opened(site: RunningSite) -> Iterator[sqlite3.Connection]:
    """The site's database, for one transaction."""
    with closing(sqlite3.connect(site.folder / "site.sqlite3", timeout=60)) as database, database:
        yield database


def rows(site: RunningSite, statement: str, *values: object) -> list[tuple[object, ...]]:
    with opened(site) as database:
        return database.execute(statement, values).fetchall()


def lives(site: RunningSite) -> bool:
    """Whether beat and a worker have run."""
    return bool(rows(site, "SELECT 1 FROM games_heartbeat"))


def test_beat_does_not_wait_for_a_date_in_its_file(put_back: RunningSite) -> None:
    wait_until(lambda: lives(put_back), PATIENCE, put_back.log)
    assert "claims to be sent last in the future" in put_back.log()
    wait_until(lambda: Visitor(put_back.url).get("/health/").status == 200, PATIENCE, put_back.log)


def test_what_was_noted_in_the_future_is_not_believed(put_back: RunningSite) -> None:
    wait_until(lambda: lives(put_back), PATIENCE, put_back.log)  # otherwise there is no heartbeat yet to be ahead
    visitor = Visitor(put_back.url)
    visitor.sign_up("Alice")
    visitor.get("/tables/new/?game=rapa_nui")
    table = visitor.post("/tables/new/?game=rapa_nui", seats=2, place_2="beginner", access="anybody", pace="live")
    code = table.location.strip("/").split("/")[-1]
    wait_until(lambda: visitor.match(code)["to_move"] == visitor.match(code)["seat"], PATIENCE, put_back.log)
    url = Path(put_back.folder / "redis-url").read_text().strip()
    with Redis.from_url(url) as valkey:
        for ply in range(100):  # leases from that time, whose holders are long gone
            valkey.set(f":1:thinking:{code}:{ply}", pickle.dumps("somebody"), ex=AHEAD)
    while (seen := visitor.match(code))["to_move"] == seen["seat"]:
        assert visitor.post(f"/match/{code}/play/", action=seen["legal"][0], ply=seen["ply"]).status == 302
    with opened(put_back) as database:  # in one transaction, so the site never sees half of it
        notes = "UPDATE games_match SET asked_at = ?, awaited_since = ?, deadline = ? WHERE code = ?"
        assert database.execute(notes, (FUTURE, FUTURE, FUTURE, code)).rowcount == 1
        assert database.execute("UPDATE games_heartbeat SET at = ?, served_at = ?", (FUTURE, FUTURE)).rowcount == 1
    wait_until(
        lambda: visitor.match(code)["to_move"] == visitor.match(code)["seat"],
        PATIENCE,
        lambda: (
            f"heartbeat {rows(put_back, 'SELECT * FROM games_heartbeat')}, now {datetime.now(UTC)}\n{put_back.log()}"
        ),
    )
    [(at, deadline)] = rows(
        put_back, "SELECT (SELECT at FROM games_heartbeat), deadline FROM games_match WHERE code = ?", code
    )
    soon = f"{datetime.now(UTC) + timedelta(hours=2):%Y-%m-%d %H:%M:%S}"
    assert str(at) < soon
    assert deadline is None or str(deadline) < soon
    wait_until(lambda: Visitor(put_back.url).get("/health/").status == 200, PATIENCE, put_back.log)
