"""A full disk, a database locked by another process, a Valkey that refuses: pages still work, forms get a 503."""

import json
import resource
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.stack.site import PATIENCE, RunningSite, SmallSite, wait_until
from tests.stack.visitor import Answer, Visitor

pytestmark = pytest.mark.stack

SOON = 60.0
"""Seconds for a form to be answered on a slow machine with other work to do: it waits three for a thread and three for
the lock. The lock itself is held for longer.
"""


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with one web process, whose health page gives details."""
    with SmallSite(tmp_path_factory.mktemp("stored"), WEB_PROCESSES="1", HEALTH_TOKEN="let-me-see") as site:
        yield site


class Game(NamedTuple):
    """A match not looked at yet, with the player who is to decide and an action for them."""

    visitor: Visitor
    code: str
    action: str
    ply: int

    @property
    def page(self) -> str:
        return f"/match/{self.code}/"

    def play(self) -> Answer:
        return self.visitor.post(f"{self.page}play/", action=self.action, ply=self.ply)


@pytest.fixture(scope="module")
def pair(stored: RunningSite) -> tuple[Visitor, Visitor]:
    host, other = Visitor(stored.url), Visitor(stored.url)
    host.sign_up("Alice")
    other.sign_up("Bob")
    return host, other


def begun(pair: tuple[Visitor, Visitor]) -> Game:
    host, other = pair
    host.get("/tables/new/?game=rapa_nui")
    table = host.post("/tables/new/?game=rapa_nui", seats=2, place_2="somebody", access="anybody", pace="live")
    code = table.location.strip("/").split("/")[-1]
    assert other.post(f"/match/{code}/join/").status == 302
    seen = host.match(code)
    decides = host if seen["seat"] == seen["to_move"] else other
    return Game(decides, code, decides.match(code)["legal"][0], seen["ply"])


def unseen(site: RunningSite) -> int:
    with sqlite3.connect(site.folder / "site.sqlite3") as database:
        return database.execute("SELECT count(*) FROM notices_notice WHERE seen_at IS NULL").fetchone()[0]


def is_one_moment(answer: Answer) -> bool:
    return answer.status == 503 and "One moment" in answer.text and int(answer.headers["Retry-After"]) > 0


def health(site: RunningSite) -> tuple[int, dict[str, object]]:
    answer = Visitor(site.url).get("/health/", Authorization="Bearer let-me-see")
    return answer.status, json.loads(answer.text)["storing"]


@contextmanager
def full_disk(site: RunningSite) -> Iterator[None]:
    """Stop the web process's files from growing: the system refuses it, as on a full disk."""
    web = site.process_of("web-1")
    soft, hard = resource.prlimit(web, resource.RLIMIT_FSIZE)
    resource.prlimit(web, resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.prlimit(web, resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked(site: RunningSite) -> Iterator[None]:
    """Another process holds a write lock on the database."""
    with sqlite3.connect(site.folder / "site.sqlite3", isolation_level=None, timeout=PATIENCE) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def test_where_the_disk_is_full_pages_are_read_and_a_play_says_one_moment(
    stored: RunningSite, pair: tuple[Visitor, Visitor]
) -> None:
    game = begun(pair)
    assert unseen(stored), "there is something to mark"
    stranger = Visitor(stored.url)
    stranger.get("/account/login/")
    with full_disk(stored):
        assert game.visitor.get(game.page).status == 200
        assert game.visitor.get("/notices/").status == 200
        assert is_one_moment(game.play())
        assert is_one_moment(stranger.post("/play-now/", game="maya", level="beginner"))
        wait_until(lambda: "database" in health(stored)[1], PATIENCE, stored.log)
        assert health(stored)[0] == 503
    assert game.play().status == 302
    wait_until(lambda: health(stored)[1] == {"ok": True}, PATIENCE, stored.log)


def test_while_another_process_has_locked_the_database_no_reader_waits(
    stored: RunningSite, pair: tuple[Visitor, Visitor]
) -> None:
    games = [begun(pair) for _number in range(8)]
    answers: list[Answer] = []
    with locked(stored):
        began = time.monotonic()
        plays = [threading.Thread(target=lambda game=game: answers.append(game.play())) for game in games]
        for each in plays:
            each.start()
        read = 0
        while any(each.is_alive() for each in plays):
            assert Visitor(stored.url).get("/rules/maya/").status == 200
            assert games[0].visitor.get(games[0].page).status == 200
            assert time.monotonic() - began < SOON
            read += all(each.is_alive() for each in plays)
        assert read, "readers wait for writers"
        assert all(map(is_one_moment, answers))
        assert health(stored)[0] == 503
    assert games[0].play().status == 302


REFUSALS = {
    "OOM": (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"]),
    "NOREPLICAS": (["CONFIG", "SET", "min-replicas-to-write", "1"], ["CONFIG", "SET", "min-replicas-to-write", "0"]),
    "READONLY": (["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"]),
    "MISCONF": (["CONFIG", "SET", "save", "1 1"], ["CONFIG", "SET", "save", ""]),
}
SAYS = {"OOM": "used memory", "NOREPLICAS": "NOREPLICAS|good replicas", "READONLY": "read only replica"}
"""How the client reports those whose error code it removes; others keep their code."""


@contextmanager
def refused(site: RunningSite, refusal: str) -> Iterator[None]:
    """Make Valkey refuse every write with this error."""
    refuse, accept = REFUSALS[refusal]
    with Redis.from_url(Path(site.folder / "redis-url").read_text().strip()) as valkey:
        if refusal == "MISCONF":  # before it saves by itself, as only one save can run at a time
            shutil.rmtree(site.folder / "valkey")  # open files stay open, but nothing new can be saved there
            valkey.execute_command("BGSAVE")
            wait_until(lambda: valkey.info("persistence")["rdb_last_bgsave_status"] == "err", PATIENCE, site.log)
        valkey.execute_command(*refuse)
        try:
            with pytest.raises(RedisError, match=SAYS.get(refusal, refusal)):
                valkey.set("whatever", "it is")
            yield
        finally:
            valkey.execute_command(*accept)


@pytest.mark.parametrize("refusal", REFUSALS)
def test_while_valkey_refuses_pages_are_read_and_plays_are_stored(
    stored: RunningSite, pair: tuple[Visitor, Visitor], refusal: str
) -> None:
    game = begun(pair)
    password = "quiet-terrace-7"
    stranger = Visitor(stored.url)
    stranger.get("/account/login/")
    with refused(stored, refusal):
        assert is_one_moment(stranger.post("/account/login/", login="nobody-there", password=password))
        assert is_one_moment(stranger.post("/play-now/", game="maya", level="beginner"))
        assert is_one_moment(game.visitor.post(f"{game.page}chat/", text="Hello."))
        for page in ("/", "/rules/maya/", game.page, "/tables/", "/archive/", "/match/maya/replay/"):
            assert game.visitor.get(page).status == 200, page
        assert game.play().status == 302
        wait_until(lambda: "valkey" in health(stored)[1], PATIENCE, stored.log)
        assert health(stored)[0] == 503
    assert stranger.post("/play-now/", game="maya", level="beginner").status == 302
