"""How the gate treats failing tests, flaky tests, and lanes that cannot run."""

import _thread
import importlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

SUITE = """
from pathlib import Path

TRIED = Path(__file__).with_name("tried")

def test_passes():
    pass

def test_passes_on_the_second_try():
    tried = TRIED.exists()
    TRIED.touch()
    assert tried, "not yet"

def test_fails():
    assert 1 == 2, "never"
"""

HANGING = """
from pathlib import Path
from threading import Event

import pytest

@pytest.fixture(autouse=True)
def hangs():
    yield
    Path(__file__).with_name("hangs").touch()
    Event().wait()

def test_fails():
    assert 1 == 2, "never"
"""


LEAVING = """
import subprocess, sys, time
from pathlib import Path

waits = [sys.executable, "-c", "import time; time.sleep(600)"]
other = subprocess.Popen(waits, start_new_session=True)
said = Path(sys.argv[1])
said.with_suffix(".new").write_text(str(other.pid))
said.with_suffix(".new").rename(said)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end what is started here, also where a shell runs the tests in the background."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.fixture
def lanes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module behind `.ci/run`, writing into a folder of the test."""
    monkeypatch.syspath_prepend(ROOT / ".ci")
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(importlib.import_module("runs"), "OUT", out)
    return importlib.import_module("lanes")


def bare(options: str) -> dict[str, str]:
    """The environment of a pytest that loads only the plugins that its command names: the others take a second."""
    return {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": f"{options} -p pytest_randomly -p xdist.plugin"}


def tried(lanes: ModuleType, folder: Path, more_tries: int, *, tries: bool = True) -> tuple[Any, Any]:
    """A run of one lane with the tests above, and the lane's report."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_some.py").write_text(SUITE)
    run = lanes.Run("The gate", 20, 600, tries=tries)
    with run.lane("some") as report:
        options = f"-c {folder / 'pytest.ini'} --rootdir {folder} {folder / 'test_some.py'}"
        pytest = str(Path(sys.executable).with_name("pytest"))
        run.tests(report, "", "--numprocesses=0", pytest=pytest, more_tries=more_tries, **bare(options))
    return run, report


@contextmanager
def interrupted_by(file: Path) -> Iterator[None]:
    """Interrupts the block, as Ctrl-C does, as soon as there is such a file."""
    ended = threading.Event()

    def interrupt() -> None:
        while not ended.wait(0.05):
            if file.exists():
                _thread.interrupt_main()
                return

    threading.Thread(target=interrupt).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        ended.set()


@pytest.mark.half_second
def test_what_passes_later_is_told_and_what_fails_each_time_is_red(
    lanes: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run, report = tried(lanes, tmp_path, more_tries=2)
    assert report.tests == 3
    assert [failure.name for failure in report.failures] == ["test_some.py::test_fails"]
    assert [failure.name for failure in report.later] == ["test_some.py::test_passes_on_the_second_try"]
    assert len(list(run.out.glob("some-*.xml"))) == 3
    capfd.readouterr()
    assert run.summary() == 1
    said = capfd.readouterr().out
    assert "The gate: RED" in said
    assert "AssertionError: never" in said
    assert "Passed on a later try only (1)" in said
    assert said.rstrip().endswith("2 passed, 1 failed")
    assert (run.out / "later.txt").read_text() == "test_some.py::test_passes_on_the_second_try\n"


@pytest.mark.half_second
def test_coverage_is_told_for_each_application_and_in_all(
    lanes: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As coverage.py counts it: lines and branches together."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "__init__.py").touch()
    for name in ("lib/a.py", "b.py"):
        (tmp_path / name).write_text("def half(x):\n    if x:\n        return 1\n    return 2\n\n\nhalf(1)\n")
    program = str(Path(sys.executable).with_name("coverage"))
    own = os.environ | {"COVERAGE_FILE": str(tmp_path / "counted")}  # a report takes all that lies beside its file
    for command in (["run", "--branch", "--source", ".", "b.py"], ["json", "-q", "-o", "found.json"]):
        subprocess.run([program, *command], cwd=tmp_path, env=own, check=True)
    summary = lanes.covered(tmp_path / "found.json")
    assert summary.endswith(": b.py 71.4 %, in all 35.7 %, lib 0.0 %")
    run = lanes.Run("Thorough", 20, 600, tries=False)
    with run.lane("coverage") as report:
        report.note = summary
    assert run.summary() == 0
    assert summary in capfd.readouterr().out


@pytest.mark.half_second
@pytest.mark.parametrize(("more_tries", "tries"), [(0, True), (2, False)])
def test_where_nothing_is_tried_again_a_failure_is_a_failure(
    lanes: ModuleType, tmp_path: Path, more_tries: int, tries: bool
) -> None:
    _run, report = tried(lanes, tmp_path, more_tries, tries=tries)
    assert sorted(failure.name.partition("::")[2] for failure in report.failures) == [
        "test_fails",
        "test_passes_on_the_second_try",
    ]
    assert report.later == []


def test_a_lane_that_breaks_is_red_and_the_next_one_runs(lanes: ModuleType) -> None:
    run = lanes.Run("The gate", 20, 600, tries=True)
    with run.lane("first") as first:
        run.check(first, [sys.executable, "-c", "print('what is wrong'); raise SystemExit(3)"])
    with run.lane("second"):
        raise FileNotFoundError("no such command")
    with run.lane("third") as third:
        assert run.check(third, [sys.executable, "-c", ""])
    assert [[failure.said for failure in report.failures] for report in run.reports] == [
        ["exit code 3: what is wrong"],
        ["FileNotFoundError: no such command"],
        [],
    ]
    assert run.summary() == 1


@pytest.mark.half_second
def test_what_hangs_is_ended_when_the_time_of_the_gate_is_over(lanes: ModuleType) -> None:
    run = lanes.Run("The gate", 20, 1, tries=True)
    with run.lane("endless") as report:
        run.check(report, [sys.executable, "-c", "import time; time.sleep(600)"])
    with run.lane("too late") as late:
        run.check(late, [sys.executable, "-c", ""])
    assert [report.failures[0].said.partition(":")[0] for report in (report, late)] == ["exit code 124"] * 2


@pytest.mark.half_second
def test_what_has_left_the_group_of_an_ended_command_is_ended_too(lanes: ModuleType, tmp_path: Path) -> None:
    """As the sites of tests: in a session of its own, which Ctrl-C does not reach."""
    said = tmp_path / "said"
    run = lanes.Run("The gate", 20, 600, tries=True)
    with interrupted_by(said), run.lane("endless") as report:
        run.check(report, [sys.executable, "-c", LEAVING, str(said)])
    assert importlib.import_module("processes").process_of(int(said.read_text())) is None


@pytest.mark.half_second
def test_what_had_failed_is_named_after_an_interruption(
    lanes: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text(HANGING)
    options = f"-c {tmp_path / 'pytest.ini'} --rootdir {tmp_path} {tmp_path / 'test_some.py'}"
    program = str(Path(sys.executable).with_name("pytest"))
    run = lanes.Run("Thorough", 20, 600, tries=False)
    with interrupted_by(tmp_path / "hangs"), run.lane("some") as report:
        run.tests(report, "", "--numprocesses=0", pytest=program, **bare(options))
    capfd.readouterr()
    assert run.summary() == 1
    assert "test_some.py::test_fails" in capfd.readouterr().out


@pytest.mark.half_second
def test_a_missing_package_ends_the_run_and_is_named(lanes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "PACKAGES", {"a-package-that-is-nowhere": "no-such-command"})
    monkeypatch.setattr(lanes.os, "getuid", lambda: 1000)  # a user who cannot install anything
    run = lanes.Run("The gate", 20, 600, tries=True)
    with pytest.raises(lanes.Missing, match="a-package-that-is-nowhere"):
        lanes.system_packages(run)
    assert run.summary() == 1
