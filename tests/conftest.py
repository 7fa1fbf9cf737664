"""Fixtures and hooks shared by all tests. The cast: Alice and Bob play, Charlie watches."""

import gc
import subprocess
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import hypothesis
import pytest
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import Client
from django.utils import translation
from pytest_django import DjangoDbBlocker
from redis import Redis

from accounts.models import User
from accounts.moderators import moderator_appoint
from accounts.selectors import computer_player
from accounts.services import computer_players_ensure
from games.services.lobby import matches
from machupicchu.monitoring import storage_probe
from notices import outbox
from tests import collecting, gate
from tests.emptying import Emptying
from tests.quick_clients import one_context_for_each_page, one_middleware_for_all
from tests.stack.site import RunningSite, SmallSite
from tests.tables import record_migrations
from tests.visitors import visitor

# How long an example takes depends on the machine, so it is no reason to fail.
hypothesis.settings.register_profile("site", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("site")


@pytest.fixture(scope="session", autouse=True)
def _valkey() -> Iterator[Redis]:
    """A real Valkey at the address in the settings, for this test process."""
    valkey = settings.VALKEY
    server = subprocess.Popen(valkey.command(), stdout=subprocess.DEVNULL)
    try:
        assert valkey.wait(seconds=60), "Valkey did not start"
        with Redis.from_url(settings.REDIS_URL) as client:
            client.ping()  # connects now: in the first test, names of servers may lead elsewhere
            yield client
    finally:
        server.kill()
        server.wait()


@pytest.fixture(scope="session", autouse=True)
def _quick_clients(django_test_environment: None) -> Iterator[None]:
    with one_middleware_for_all(), one_context_for_each_page():
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database with all migrations recorded, emptied after tests that commit.

    At the end, connections left open by test threads are closed: a thread that finishes after its test may no longer
    touch the database, not even to close its connection; and PostgreSQL drops no database that has open connections.
    """
    opened = WeakSet[BaseDatabaseWrapper]()

    def remember(connection: BaseDatabaseWrapper, **_news: object) -> None:
        opened.add(connection)

    with django_db_blocker.unblock():
        record_migrations()
        emptying = Emptying()
    connection_created.connect(remember)
    emptying.begin()
    yield
    emptying.end()
    connection_created.disconnect(remember)
    for each in opened:
        if each.connection is not None:
            each.connection.close()


@pytest.fixture(autouse=True)
def _empty_cache(_valkey: Redis) -> Iterator[None]:
    """Leave nothing to the next test: not what is in Valkey (rate limits, queued tasks, who asked for them), nor what
    this process remembers of database and Valkey.
    """
    yield
    _valkey.flushdb()  # not by Django's cache, which makes a client for each command
    storage_probe._last = (-storage_probe.EVERY, {})
    outbox._looked_after_until = 0.0


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same deals and lots in every run, so a random match always has the same length."""
    monkeypatch.setattr(matches, "CHANCE", Random(1))


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Reset the language for every test: requests leave the language of their page active."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A whole running site, for tests marked `stack` or `browser`: see `tests.stack.site`."""
    crowd = {"DJANGO_SETTINGS_MODULE": "tests.stack.crowd"}
    with RunningSite(tmp_path_factory.mktemp("site"), OAUTH="true", **crowd) as running:
        yield running


@pytest.fixture(scope="session")
def daphne(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The same site on daphne, with the web process that `SERVER=daphne make run` starts."""
    crowd = {"DJANGO_SETTINGS_MODULE": "tests.stack.crowd"}
    with SmallSite(tmp_path_factory.mktemp("daphne"), SERVER="daphne", WEB_PROCESSES="1", **crowd) as running:
        yield running


@pytest.fixture(params=["uvicorn", "daphne"])
def either(request: pytest.FixtureRequest) -> RunningSite:
    """The site on each of the two servers in turn, for behaviour that both must have."""
    running: RunningSite = request.getfixturevalue("site" if request.param == "uvicorn" else "daphne")
    return running


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("Alice", password="quiet-terrace-7")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", password="quiet-terrace-8")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("Charlie", password="quiet-terrace-9")


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("Guest-1234", is_guest=True)


@pytest.fixture
def keeper(db: None) -> User:
    """A moderator."""
    user = User.objects.create_user("Keeper", password="quiet-terrace-7")
    moderator_appoint(user=user)
    return user


@pytest.fixture
def browser(alice: User) -> Client:
    """The browser in which Alice is logged in."""
    return visitor(alice)


@pytest.fixture
def computers(db: None) -> list[User]:
    """The computer players, the weakest first."""
    return computer_players_ensure()


@pytest.fixture
def owl(computers: list[User]) -> User:
    return computer_player("strong")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file none of whose tests can be selected: each process of a lane would do so for seconds."""
    is_tests = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
    wanted = config.option.markexpr
    return True if is_tests and wanted and not collecting.may_have_tests(collection_path, wanted) else None


UNMATCHED = pytest.StashKey[list[str]]()
UNWRITTEN = pytest.StashKey[list[str]]()


@pytest.hookimpl(tryfirst=True)  # before tests are deselected by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that touch the database, so the PostgreSQL lane can run only those; mark the tests of the gate too."""
    config.stash[UNMATCHED] = gate.mark(items)
    config.stash[UNWRITTEN] = collecting.unwritten(items)
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db", "live_server"}:
            item.add_marker(pytest.mark.database)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist=loadgroup`, keep the tests that share a site in one process: see `tests.gate.place_of`."""
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class BySite(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return gate.place_of(nodeid)

    return BySite(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected: nearly all that is made then stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Exempt the thousands of collected tests from garbage collection, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the end of the site's log to the report of a test that fails on the running site."""
    report = yield
    used = getattr(item, "funcargs", {})
    running = used.get("site") or used.get("either") or used.get("daphne")
    if report.failed and isinstance(running, RunningSite):
        report.sections.append(("the site", running.log()[-6000:]))
    return report
