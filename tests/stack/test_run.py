"""`make run` as people use it: starting, refusing, ending, and being killed."""

import os
import signal
import socket
import stat
import time
from pathlib import Path

import pytest

from machupicchu.run.end_requests import ONE_REQUEST
from tests.stack.site import (
    PATIENCE,
    START_SECONDS,
    RunningSite,
    SmallSite,
    UnpreparedSite,
    outcome,
    status,
    wait_until,
)

pytestmark = pytest.mark.stack

PARTS = ["valkey", "web-1", "ai", "default", "analysis", "beat"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """One folder for the whole module."""
    return tmp_path_factory.mktemp("run")


def test_it_serves_pages_and_leaves_nothing_behind(folder):
    with RunningSite(folder) as site:
        assert status(site.url) == 200
        assert "setup" not in site.log(), "its folder was prepared elsewhere"
        assert {site.process_of(part) for part in PARTS} <= site.processes()
        assert stat.S_IMODE((folder / "redis-url").stat().st_mode) == 0o600
        assert site.end(signal.SIGINT) == 0
    assert site.processes() == set()
    assert not (folder / "redis-url").exists()
    assert "is killed" not in site.log()


def test_two_signals_at_once_are_one_request_and_leave_nothing_behind(folder):
    with SmallSite(folder) as site:
        os.kill(site.command, signal.SIGHUP)
        assert site.end() == 0
    assert site.processes() == set()
    assert "is killed" not in site.log()


def test_a_second_request_ends_it_at_once(folder):
    with SmallSite(folder) as site:
        os.kill(site.process_of("web-1"), signal.SIGSTOP)  # it cannot end by itself
        os.kill(site.command, signal.SIGTERM)
        wait_until(lambda: "Ctrl-C again ends at once" in site.log(), PATIENCE, site.log)
        time.sleep(2 * ONE_REQUEST)  # by which a second request is told from an echo of the first
        assert site.end() == 0
    assert site.processes() == set()
    assert "web-1 must end at once; it is killed" in site.log()


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (UnpreparedSite, "valkey is process"),
        (UnpreparedSite, "python manage.py migrate"),
        (RunningSite, "web-1 is process"),
    ],
    ids=["valkey", "setup", "web-1"],
)
def test_it_can_be_ended_while_it_starts(tmp_path, kind, line):
    (tmp_path / "site").mkdir()
    site = kind(tmp_path / "site")
    process = site.launch()
    wait_until(lambda: line in site.log() or process.poll() is not None, START_SECONDS, site.log)
    assert site.end() == 0
    assert " is open: " not in site.log()
    assert "All parts have ended" in site.log()
    wait_until(lambda: site.processes() == set(), PATIENCE, site.log)


def test_only_the_first_start_has_something_to_prepare_wherever_the_folder_lies(tmp_path):
    (tmp_path / "here").mkdir()
    with UnpreparedSite(tmp_path / "here") as site:
        assert "python manage.py migrate" in site.log()
        assert status(site.url) == 200
    (tmp_path / "here").rename(tmp_path / "there")
    with RunningSite(tmp_path / "there") as site:
        assert "setup" not in site.log()
        assert status(site.url) == 200


@pytest.mark.parametrize("part", PARTS)
def test_a_killed_part_is_started_again_alone(site, part):
    before = {name: site.process_of(name) for name in PARTS}
    site.kill(part)
    assert f"{part} has ended (signal SIGKILL) and is started again" in site.log()
    wait_until(lambda: status(site.url) == 200, PATIENCE, site.log)
    after = {name: site.process_of(name) for name in PARTS}
    assert {name for name in PARTS if before[name] != after[name]} == {part}


def test_a_killed_worker_takes_its_children_along(site):
    wait_until(lambda: children(site.process_of("ai")), PATIENCE, site.log)
    thinking = children(site.process_of("ai"))
    site.kill("ai")
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in thinking), PATIENCE, site.log)


def test_readers_who_wait_come_before_computer_players_and_these_before_analyses(site):
    ours = os.getpriority(os.PRIO_PROCESS, 0)  # not 0 if the tests were started with `nice`
    wanted = [min(ours + nice, 19) for nice in (0, 5, 19)]  # a smaller number comes first

    def ranks() -> list[int]:
        return [os.getpriority(os.PRIO_PROCESS, site.process_of(part)) for part in ("web-1", "ai", "analysis")]

    # The site is open before its last parts have begun, and each has our own rank until then.
    wait_until(lambda: ranks() == wanted, PATIENCE, lambda: f"{ranks()} instead of {wanted}")


def test_a_killed_run_is_followed_by_a_clean_one(folder):
    killed = RunningSite(folder)
    killed.start()
    killed.end(signal.SIGKILL)
    leftovers = killed.processes()
    assert len(leftovers) >= len(PARTS)
    with SmallSite(folder, PORT=str(killed.port)) as site:
        assert "ending what it has left behind" in site.log()
        assert leftovers & site.processes() == set()
        assert status(site.url) == 200
    assert site.processes() == set()


def test_a_second_run_in_the_same_folder_is_refused(site):
    code, said = outcome(site.folder)
    assert code == 1
    assert f"running already: {site.url}/ (process " in said
    assert status(site.url) == 200


def test_a_busy_port_is_named_at_once(folder):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, said = outcome(folder, PORT=str(port))
    assert code == 1
    assert f"Port {port} of 127.0.0.1 cannot be used: Address already in use." in said
    assert "make run PORT=" in said


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"PORT": "80000"}, "PORT=80000 is out of range; allowed: 1 to 65535"),
        ({"WEB_PROCESSES": "many"}, "WEB_PROCESSES='many' is not a whole number"),
        ({"DATABASE_URL": "mysql://x"}, "DATABASE_URL does not begin with one of"),
        ({"DEBUG": "maybe"}, "DEBUG='maybe' is neither true nor false"),
    ],
)
def test_nonsense_is_refused_with_the_name_of_the_variable(folder, environment, complaint):
    code, said = outcome(folder, **environment)
    assert code == 2
    assert complaint in said
    assert "Traceback" not in said


def test_another_redis_server_replaces_the_embedded_one(folder, settings):
    with SmallSite(folder, REDIS_URL=settings.REDIS_URL) as site:
        assert status(site.url) == 200
        assert "valkey is process" not in site.log()


def test_a_redis_server_that_does_not_answer_is_named(folder):
    code, said = outcome(folder, REDIS_URL="redis://:hidden@127.0.0.1:1/0")
    assert code == 1
    assert "REDIS_URL: 127.0.0.1:1 does not answer" in said
    assert "hidden" not in said


def children(process: int) -> list[int]:
    """The direct children of a process."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
