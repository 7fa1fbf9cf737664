"""A run over some lanes: it starts their commands, reads what pytest reports, and says at the end what came of it."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from processes import ROOT, end_all, start_marked

OUT = ROOT / ".ci" / "out"
LATER = "later.txt"
"""The file there with the tests that passed on a later try only, one per line."""

NO_TIME = 124
"""The exit code of a command that has taken too long, or was not started any more."""

AGAIN = ("--last-failed", "--last-failed-no-failures=none", "--numprocesses=0")
"""The arguments that make pytest run only the tests that have just failed."""


@dataclass(frozen=True)
class Failure:
    """A failed test, or a failed lane if that has no tests. `repeat` is the command that tries it again."""

    name: str
    said: str
    log: str
    repeat: str


@dataclass
class Report:
    """The result of one lane. `tests` is None if it has no tests; `note` is printed below the table."""

    name: str
    seconds: float = 0.0
    tests: int | None = None
    note: str = ""
    failures: list[Failure] = field(default_factory=list)
    later: list[Failure] = field(default_factory=list)

    def row(self) -> str:
        """The row of the lane in the table at the end."""
        tests = "-" if self.tests is None else str(self.tests)
        failed = str(len(self.failures)) if self.failures else "ok"
        later = f"  ({len(self.later)} passed on a later try only)" if self.later else ""
        return f"{self.name:<28}{self.seconds:>7.0f}{tests:>8}{failed:>8}{later}"


@dataclass
class Run:
    """One run over some lanes. `seed` is that of pytest-randomly; `tries`: whether failed tests may be tried again."""

    title: str
    seed: int
    limit: float
    """Seconds that all lanes together may take."""
    tries: bool
    out: Path = field(default_factory=lambda: OUT)
    """The folder for everything that it writes."""
    began: float = field(default_factory=time.monotonic)
    reports: list[Report] = field(default_factory=list)

    @contextmanager
    def lane(self, name: str) -> Iterator[Report]:
        """Run the block as a lane, with a heading, and time it. A lane that breaks has failed; the next one runs."""
        report = Report(name)
        self.reports.append(report)
        began = time.monotonic()
        say(f"\n===== {name} ({began - self.began:.0f} s) =====")
        try:
            yield report
        except (OSError, subprocess.SubprocessError, AssertionError) as error:
            report.failures.append(Failure(name, f"{type(error).__name__}: {error}", "", ""))
        finally:
            report.seconds = time.monotonic() - began
            say(f"----- {name}: {report.seconds:.0f} s")

    def command(self, report: Report, command: Sequence[str], **environment: str) -> int:
        """Run a command of a lane, and show and log what it prints. Returns its exit code."""
        log = self.out / f"{slug(report.name)}.log"
        say(f"$ {shlex.join(command)}")
        start = log.stat().st_size if log.exists() else 0
        left = self.limit - (time.monotonic() - self.began)
        if left <= 0:
            say("There is no time left for it.")
            return NO_TIME
        with log.open("ab") as file, log.open("rb") as printed:
            printed.seek(start)
            process, mark = start_marked(command, file, **environment)
            end = time.monotonic() + left
            try:
                while (code := process.poll()) is None:
                    if time.monotonic() > end:
                        say(f"It has taken too long, and is ended after {left:.0f} s.")
                        end_all(process, mark)
                        return NO_TIME
                    show(printed)
                    time.sleep(0.1)
            except BaseException:
                end_all(process, mark)
                raise
            finally:
                show(printed)
        return code

    def check(self, report: Report, command: Sequence[str], **environment: str) -> bool:
        """Run a command that has to succeed. Returns whether it did."""
        code = self.command(report, command, **environment)
        if code:
            said = last_line(self.out / f"{slug(report.name)}.log")
            report.failures.append(
                Failure(report.name, f"exit code {code}: {said}", log_of(report.name), shlex.join(command))
            )
        return code == 0

    def tests(
        self,
        report: Report,
        selection: str,
        *arguments: str,
        pytest: str = ".venv/bin/pytest",
        by_make: bool = False,
        more_tries: int = 0,
        **environment: str,
    ) -> None:
        """Run the tests that `selection` selects by their marks ("" for the default suite).

        Those that fail are tried again up to `more_tries` times, in a process of their own with a site of its own.
        """
        name = slug(report.name)
        cache = self.out / "cache" / name
        shutil.rmtree(cache, ignore_errors=True)
        failed: dict[str, Failure] = {}
        for attempt in range(1, 2 + (more_tries if self.tries else 0)):
            junit = self.out / f"{name}-{attempt}.xml"
            junit.unlink(missing_ok=True)
            given = [*(["-m", selection] if selection else []), f"--randomly-seed={self.seed}"]
            given += [f"--junitxml={junit}", "-o", "junit_family=xunit1", "-o", f"cache_dir={cache}"]
            given += ["-q", "--tb=short", "--durations=10", "--durations-min=1"]
            given += arguments if attempt == 1 else AGAIN
            command = ["make", "test", f"ARGS={shlex.join(given)}"] if by_make else [pytest, *given]
            reported = partial(read_report, junit, report.name, selection, pytest, by_make)
            try:
                code = self.command(report, command, **environment)
            except KeyboardInterrupt:  # what has failed so far is listed nevertheless
                count, now = reported()
                report.tests = count if attempt == 1 else report.tests
                report.failures += (now or failed).values()
                raise
            count, now = reported()
            if attempt == 1:
                report.tests, failed = count, now
            else:
                report.later += [failed[test] for test in failed if test not in now]
                failed = now
            if code == 0:
                failed = {}
                break
            if not now or (code != 1 and not by_make):  # make has exit codes of its own
                failed[report.name] = Failure(
                    report.name, f"pytest ended with exit code {code}", log_of(report.name), shlex.join(command)
                )
                break
        report.failures += failed.values()

    def summary(self) -> int:
        """Print the results of all lanes. Returns the exit code."""
        failures = [failure for report in self.reports for failure in report.failures]
        later = [failure for report in self.reports for failure in report.later]
        took = time.monotonic() - self.began
        verdict = "RED" if failures else "green"
        with suppress(OSError):
            (self.out / LATER).write_text("".join(f"{failure.name}\n" for failure in later))
        say(f"\n===== {self.title}: {verdict} in {took // 60:.0f} min {took % 60:.0f} s, commit {commit()} =====")
        say(f"seed {self.seed}")
        say(f"{'lane':<28}{'s':>7}{'tests':>8}{'failed':>8}")
        for report in self.reports:
            say(report.row())
        for report in self.reports:
            if report.note:
                say(f"\n{report.note}")
        if failures:
            say(f"\nFailed ({len(failures)}). Each with what it said, and the command that repeats it:")
            tell(failures)
        if later:
            say(f"\nPassed on a later try only ({len(later)}): faults of ours, to be mended next (.ci/out/later.txt)")
            tell(later)
        failed = sum("::" in failure.name for failure in failures)
        say(f"\n{sum(report.tests or 0 for report in self.reports) - failed} passed, {len(failures)} failed")
        return 1 if failures else 0


def say(text: str) -> None:
    """Print a line at once, so that it stands before what the next command prints."""
    print(text, flush=True)


def show(printed: IO[bytes]) -> None:
    """Print what has been added to a file since the last call."""
    if more := printed.read():
        sys.stdout.buffer.write(more)
        sys.stdout.flush()


def tell(failures: list[Failure]) -> None:
    """Print failures as a list."""
    for failure in failures:
        say(f"  {failure.name}")
        for text in (failure.said, failure.log, failure.repeat):
            if text:
                say(f"      {text}")


def slug(name: str) -> str:
    """The name of a lane as part of a file's name."""
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")


def log_of(name: str) -> str:
    """The file with the whole output of a lane, as it is named to people."""
    return f".ci/out/{slug(name)}.log"


def last_line(log: Path) -> str:
    """The last line of a file that is not blank, shortened."""
    said = log.read_text(errors="replace") if log.exists() else ""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def commit() -> str:
    """The commit that is checked out; "unknown" without git."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"


def read_report(junit: Path, lane: str, selection: str, pytest: str, by_make: bool) -> tuple[int, dict[str, Failure]]:
    """The number of tests in a report of pytest, and those that failed, by their names."""
    if not junit.exists():
        return 0, {}
    failed: dict[str, Failure] = {}
    cases = list(ElementTree.parse(junit).iter("testcase"))
    for case in cases:
        problem = next((case.find(kind) for kind in ("failure", "error") if case.find(kind) is not None), None)
        if problem is None:
            continue
        test = f"{case.get('file') or case.get('classname', '').replace('.', '/') + '.py'}::{case.get('name')}"
        said = (problem.get("message") or "").strip().splitlines()
        marks = f"-m {shlex.quote(selection)} " if selection else ""
        repeat = f"{pytest} {marks}{shlex.quote(test)}"
        if by_make:
            repeat = f'make test ARGS="{marks}-n0 {shlex.quote(test)}"'
        failed[test] = Failure(test, said[0][:200] if said else "", log_of(lane), repeat)
    return len(cases), failed
