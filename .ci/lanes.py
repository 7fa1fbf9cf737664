#!/usr/bin/env python3
"""The lanes of the project's checks: `lanes.py gate` before a change lands, `lanes.py thorough` before a release.

All lanes run, whatever an earlier one found. The end is a table of them and, for each test that failed, the command
that repeats it. Exit codes: 0 if everything passed, 1 if something failed, 2 if a package is missing.

Needs nothing but Python, since it runs before anything is installed. What it writes lies in `.ci/out/`.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / ".ci" / "out"
LATER = OUT / "later.txt"
"""Tests that passed on a later try only, one a line."""

SEED = 20
"""Of the order of tests in the gate, and of all that is random in them: a gate that is red is red again."""

GATE_LIMIT = 80 * 60
THOROUGH_LIMIT = 4 * 60 * 60
"""Seconds that all lanes may take together. What runs when they are over is ended, and the rest does not begin."""

PACKAGES = {
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "gettext": "xgettext",
    "nginx": "nginx",
    "postgresql": "",  # its servers are on nobody's PATH: see `postgres_server`
    "systemd": "systemd-analyze",
    "git": "git",
    "make": "make",
}
"""Debian's packages, each with the command by which one sees that it is there."""

HEADINGS = 72

MARKS = "STARTED_BY_LANES"
"""The variable in the environment of all processes of a command that names it; of nested commands, each."""


class Missing(Exception):
    """A package is missing; the text names it."""


@dataclass(frozen=True)
class Failure:
    """A test that failed, or a whole lane where no single test did. `repeat` is the command that tries it again."""

    name: str
    said: str
    log: str
    repeat: str


@dataclass
class Report:
    """What came of one lane. `tests` is None where nothing counts them; `note` is said below the table."""

    name: str
    seconds: float = 0.0
    tests: int | None = None
    note: str = ""
    failures: list[Failure] = field(default_factory=list)
    later: list[Failure] = field(default_factory=list)

    def row(self) -> str:
        """Its row in the table at the end."""
        tests = "-" if self.tests is None else str(self.tests)
        failed = str(len(self.failures)) if self.failures else "ok"
        later = f"  ({len(self.later)} passed on a later try only)" if self.later else ""
        return f"{self.name:<28}{self.seconds:>7.0f}{tests:>8}{failed:>8}{later}"


@dataclass
class Run:
    """One run over some lanes. `seed` is that of pytest-randomly; `tries`: whether failed tests get more of them."""

    title: str
    seed: int
    limit: float
    tries: bool
    began: float = field(default_factory=time.monotonic)
    reports: list[Report] = field(default_factory=list)

    @contextmanager
    def lane(self, name: str) -> Iterator[Report]:
        """Print the heading, and add up what the lane takes. A lane that breaks is a failure, not the end."""
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
        """Run a command of a lane, show and keep what it prints, and return its exit code."""
        log = OUT / f"{slug(report.name)}.log"
        say(f"$ {shlex.join(command)}")
        start = log.stat().st_size if log.exists() else 0
        left = self.limit - (time.monotonic() - self.began)
        if left <= 0:
            say("There is no time left for it.")
            return 124
        with log.open("ab") as file, log.open("rb") as printed:
            printed.seek(start)
            process, mark = start_marked(command, file, **environment)
            end = time.monotonic() + left
            try:
                while (code := process.poll()) is None:
                    if time.monotonic() > end:
                        say(f"It has taken too long, and is ended after {left:.0f} s.")
                        end_all(process, mark)
                        return 124
                    show(printed)
                    time.sleep(0.1)
            except BaseException:
                end_all(process, mark)
                raise
            finally:
                show(printed)
        return code

    def check(self, report: Report, command: Sequence[str], **environment: str) -> bool:
        """Run a command that has to succeed; whether it did."""
        code = self.command(report, command, **environment)
        if code:
            said = last_line(OUT / f"{slug(report.name)}.log")
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
        cache = OUT / "cache" / name
        shutil.rmtree(cache, ignore_errors=True)
        failed: dict[str, Failure] = {}
        for attempt in range(1, 2 + (more_tries if self.tries else 0)):
            junit = OUT / f"{name}-{attempt}.xml"
            junit.unlink(missing_ok=True)
            given = [*(["-m", selection] if selection else []), f"--randomly-seed={self.seed}"]
            given += [f"--junitxml={junit}", "-o", "junit_family=xunit1", "-o", f"cache_dir={cache}"]
            given += ["-q", "--tb=short", "--durations=10", "--durations-min=1"]
            if attempt == 1:
                given += arguments
            else:
                given += ["--last-failed", "--last-failed-no-failures=none", "--numprocesses=0"]
            command = ["make", "test", f"ARGS={shlex.join(given)}"] if by_make else [pytest, *given]
            try:
                code = self.command(report, command, **environment)
            except KeyboardInterrupt:  # what has failed by now is told nevertheless
                count, now = read(junit, report.name, selection, pytest, by_make)
                report.tests = count if attempt == 1 else report.tests
                report.failures += (now or failed).values()
                raise
            count, now = read(junit, report.name, selection, pytest, by_make)
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
        """Print what came of all lanes; returns the exit code."""
        failures = [failure for report in self.reports for failure in report.failures]
        later = [failure for report in self.reports for failure in report.later]
        took = time.monotonic() - self.began
        verdict = "RED" if failures else "green"
        with suppress(OSError):
            LATER.write_text("".join(f"{failure.name}\n" for failure in later))
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
    """Print at once: what commands print stands between."""
    print(text, flush=True)


def show(printed) -> None:  # type: ignore[no-untyped-def]
    """Print what has been added to a file since the last look."""
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


def start_marked(command: Sequence[str], log: IO[bytes], **environment: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start a command as a group of its own. Returns it with the mark by which `started_by` finds its processes."""
    mark = secrets.token_hex(8)
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=os.environ | environment | {MARKS: f"{os.environ.get(MARKS, '')} {mark}"},
        start_new_session=True,
    )
    return process, mark


def end_all(process: subprocess.Popen[bytes], mark: str) -> None:
    """End a command with all that it has started, also what has left its group, as the sites of tests do.

    First as by Ctrl-C, so that pytest ends its sites. Its processes do not wait for each other long enough, so what
    they leave is then told to end, from the top, and killed if it does not.
    """
    known = started_by(mark)

    def left() -> dict[int, Process]:
        known.update(started_by(mark))
        now = {pid: process_of(pid) for pid in known}
        return {pid: found for pid, found in now.items() if found is not None and found.began == known[pid].began}

    def group_is_left() -> bool:
        return process.poll() is None or any(found.group == process.pid for found in left().values())

    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
    wait(lambda: not group_is_left(), 30)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for number, seconds in ((signal.SIGTERM, 90), (signal.SIGKILL, 10)):
        there_still = left()
        for pid, found in there_still.items():
            if number == signal.SIGKILL or found.parent not in there_still:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        wait(lambda: not left(), seconds)
    if remaining := left():
        say(f"These processes could not be ended: {', '.join(map(str, remaining))}")


@dataclass(frozen=True)
class Process:
    """A living process; one that gets the same number later has begun at another moment."""

    began: int
    parent: int
    group: int


def process_of(pid: int) -> Process | None:
    """The living process with this number; None if there is none."""
    try:
        state, parent, group, *others = (
            Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(") ")[2].split()
        )
    except (OSError, ValueError):
        return None
    return None if state in "ZX" else Process(int(others[16]), int(parent), int(group))


def started_by(mark: str) -> dict[int, Process]:
    """The living processes that have this mark in their environment, and their descendants."""
    numbers = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    living = {pid: found for pid in numbers if (found := process_of(pid)) is not None}
    family = set()
    for pid in living:
        with suppress(OSError):  # it has just ended, or belongs to someone else
            if mark.encode() in Path(f"/proc/{pid}/environ").read_bytes():
                family.add(pid)
    before = -1
    while before != (before := len(family)):
        family |= {pid for pid, found in living.items() if found.parent in family}
    return {pid: living[pid] for pid in family}


def slug(name: str) -> str:
    """The name of a lane as a file's."""
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")


def log_of(name: str) -> str:
    """Where the whole output of a lane lies."""
    return f".ci/out/{slug(name)}.log"


def last_line(log: Path) -> str:
    """The last line of a file that says something."""
    said = log.read_text(errors="replace") if log.exists() else ""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def commit() -> str:
    """The commit that lies here, as far as git tells."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"


def read(junit: Path, lane: str, selection: str, pytest: str, by_make: bool) -> tuple[int, dict[str, Failure]]:
    """How many tests a report of pytest names, and those that failed, by their names."""
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


def covered(file: Path) -> str:
    """A line that tells how much of each application is covered, lines and branches; `file` is coverage.py’s JSON."""
    sums: dict[str, list[int]] = {}
    for name, facts in json.loads(file.read_text())["files"].items():
        counts = facts["summary"]
        of_all = sums.setdefault("in all", [0, 0])
        for sum_of in (sums.setdefault(name.partition("/")[0], [0, 0]), of_all):
            sum_of[0] += counts["covered_lines"] + counts["covered_branches"]
            sum_of[1] += counts["num_statements"] + counts["num_branches"]
    shares = [f"{name} {100 * done / max(1, there):.1f} %" for name, (done, there) in sorted(sums.items())]
    return f"Covered by the default suite, lines and branches: {', '.join(shares)}"


def postgres_server() -> str:
    """The newest PostgreSQL server that is installed; "" if there is none."""
    servers = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return str(max(servers, key=lambda server: float(server.parts[4]), default=""))


def there(package: str) -> bool:
    """Whether what we need of a package is installed."""
    command = PACKAGES[package]
    return bool(shutil.which(command) if command else postgres_server())


def system_packages(run: Run) -> None:
    """Install what is not there. The only lane that can end the run: nothing else would mean anything."""
    with run.lane("system packages") as report:
        missing = [package for package in PACKAGES if not there(package)]
        venv = subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True, check=False)
        if venv.returncode:
            missing.append("python3-venv")
        if missing and os.getuid() == 0:
            install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", *missing]
            for attempt in range(3):
                time.sleep(15 * attempt)  # a registry that does not answer now may do so in a moment
                if not run.command(report, ["apt-get", "update", "-qq"]) and not run.command(
                    report, install, DEBIAN_FRONTEND="noninteractive"
                ):
                    break
        if lacking := [package for package in PACKAGES if not there(package)]:
            report.failures.append(Failure(report.name, f"missing: {', '.join(lacking)}", "", ""))
            raise Missing(", ".join(lacking))
        run.command(report, ["chromium", "--version"])
        run.command(report, [postgres_server(), "--version"])


def ready(run: Run) -> None:
    """Install what tests need, and compile the catalogues: single lanes run the tests without make."""
    with run.lane("setup") as report:
        run.check(report, ["make", "ready"])


def lint(run: Run) -> None:
    """Style, types, and who imports whom."""
    with run.lane("lint") as report:
        run.check(report, ["make", "lint"])


def catalogues(run: Run) -> None:
    """Every sentence of the site is in the catalogues of all languages."""
    with run.lane("catalogues") as report:
        if run.check(report, ["make", "messages"]):
            differs = ["git", "diff", "--exit-code", '--ignore-matching-lines=^"POT-Creation-Date', "--", "locale"]
            run.check(report, differs)


def deployment(run: Run) -> None:
    """No migration is missing, and the settings of a site in production pass Django's own check."""
    with run.lane("migrations and deployment") as report, tempfile.TemporaryDirectory() as folder:
        python = ".venv/bin/python"
        run.check(report, [python, "manage.py", "makemigrations", "--check", "--dry-run"], VAR_DIR=folder)
        run.check(
            report,
            [python, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
            VAR_DIR=folder,
            PRODUCTION="true",
            ALLOWED_HOSTS="games.example",
            SECRET_KEY="".join(random.SystemRandom().choices("abcdefghijkmnopqrstuvwxyz23456789", k=60)),
            EMAIL_URL="smtp+tls://games@mail.games.example:587",
            DEFAULT_FROM_EMAIL="games@games.example",
            CONTACT_ADDRESS="games@games.example",
            IMPRINT="Games Example | 1 Example Street | 12345 Example",
        )


def default_suite(run: Run) -> None:
    """What `make test` runs. A failure is a failure here: no test is tried again."""
    with run.lane("make test") as report:
        run.tests(report, "", by_make=True)


def coverage(run: Run) -> None:
    """How much of the code the default suite runs. Counting doubles its time, so the gate does without."""
    with run.lane("coverage") as report:
        found = OUT / "coverage.json"
        # What the contract plays at random is covered by the tests of each game as well.
        given = ["--ignore=tests/contract", "--cov", f"--cov-report=json:{found}"]
        run.tests(report, "", *given, by_make=True, COVERAGE_FILE=str(OUT / "coverage"))
        if found.exists():
            report.note = covered(found)


@contextmanager
def postgres(run: Run, report: Report) -> Iterator[str]:
    """The address of a PostgreSQL cluster of our own; the system's is not ours. The server refuses to run as root."""
    server = Path(postgres_server()).parent
    as_somebody = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
    folder = Path(tempfile.mkdtemp())
    try:
        if as_somebody:
            shutil.chown(folder, "postgres", "postgres")
        port = free_port()
        made = [*as_somebody, str(server / "initdb"), "--pgdata", str(folder / "data"), "--username", "tests"]
        run.check(report, [*made, "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"])
        control = [*as_somebody, str(server / "pg_ctl"), "--pgdata", str(folder / "data")]
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        run.check(report, [*control, "--log", str(folder / "log"), "--wait", "--silent", "start", "--options", options])
        try:
            yield f"postgres://tests@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*control, "--mode", "immediate", "--silent", "stop"], cwd="/", check=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def on_postgres(run: Run, *, whole: bool) -> None:
    """Tests that touch the database, on PostgreSQL. The gate runs half; others are long, or alike anywhere."""
    elsewhere = "not slow and not browser and not stack and not conformance"
    some = "(any_database or long) and not every_address" if whole else "every_address or not any_database and not long"
    marks = f"database and ({some}) and {elsewhere}"
    with run.lane("PostgreSQL") as report, postgres(run, report) as address:
        run.tests(report, marks, by_make=True, DATABASE_URL=address)


def stack(run: Run, *, whole: bool) -> None:
    """The site as processes, its parts killed and its storage in trouble."""
    # Most of its time is waiting: for a part to start again, for a time-out.
    spread = [f"--numprocesses={4 if whole else 3}", "--dist=loadgroup"]
    with run.lane("stack") as report:
        run.tests(report, "stack" if whole else "stack and gate", *spread, more_tries=2)


def browser(run: Run, *, whole: bool) -> None:
    """People in a real Chromium. Every test process has a site, a Valkey, ports, a folder and a Chromium of its own."""
    # The whole Chromium opens a hidden window for every person; test_pushes.py takes it all the same.
    quick = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
    with run.lane("browser") as report:
        run.tests(
            report,
            "browser" if whole else "browser and gate",
            "--numprocesses=2",
            "--dist=worksteal",
            more_tries=2,
            CHROMIUM=quick,
        )


def long(run: Run) -> None:
    """Single tests that take seconds, or tens of them."""
    with run.lane("long") as report:
        run.tests(report, "long", "--dist=worksteal", by_make=True)


def slow(run: Run) -> None:
    """Tests that take minutes: arenas, whole tables of permissions, more seeds."""
    with run.lane("slow") as report:
        run.tests(report, "slow and not long", "--numprocesses=2", "--dist=worksteal")


def outside_judges(run: Run) -> None:
    """OpenSpiel and PettingZoo, in an environment of their own: everything else is run without the extra."""
    with run.lane("outside judges") as report, tempfile.TemporaryDirectory() as folder:
        sync = [".venv/bin/uv", "sync", "--quiet", "--locked", "--extra", "research", "--python", ".venv/bin/python"]
        environment = {"UV_PROJECT_ENVIRONMENT": f"{folder}/venv", "UV_PYTHON_DOWNLOADS": "never"}
        if run.check(report, sync, **environment):
            pytest = f"{folder}/venv/bin/pytest"
            run.tests(report, "conformance", "--numprocesses=2", "--dist=worksteal", pytest=pytest)


def readme(run: Run) -> None:
    """`make run` in this folder, until a page and the health page answer; then it ends and leaves nothing behind."""
    with run.lane("make run") as report, tempfile.TemporaryDirectory() as folder:
        port, log = free_port(), OUT / "make-run.log"
        address = f"http://localhost:{port}"
        repeat = f"make run PORT={port}"
        with log.open("wb") as file:
            process, mark = start_marked(["make", "run"], file, PORT=str(port), VAR_DIR=folder)
        said = ""
        try:
            open_at_last = wait(lambda: b" is open: " in log.read_bytes() or process.poll() is not None, 600)
            for page in ("/", "/rules/", "/health/"):
                if not open_at_last or process.poll() is not None:
                    said = said or "the site did not open"
                # The site is well once beat and a worker have been at work.
                elif not wait(lambda page=page: answers(address + page), 300):  # type: ignore[misc]
                    said = said or f"{page} did not answer with 200"
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=120)
            said = said or ("" if b"All parts have ended" in log.read_bytes() else "its parts did not end")
            if not wait(lambda: not holders(Path(folder)), 60):
                said = said or f"it left processes behind: {holders(Path(folder))}"
        finally:
            end_all(process, mark)
            for line in log.read_text(errors="replace").splitlines()[-20:]:
                say(line)
        if said:
            report.failures.append(Failure("make run", said, log_of("make run"), repeat))


def answers(url: str) -> bool:
    """Whether an address answers with 200."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def holders(folder: Path) -> set[int]:
    """The processes that have something in a folder open."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if os.readlink(entry).startswith(f"{folder}/"):
                found.add(int(entry.parts[2]))
    return found


def wait(condition: Callable[[], object], seconds: float) -> bool:
    """Wait until the condition holds, at most so long; whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to outgoing connections."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


def gate(run: Run) -> None:
    """What must hold before a change lands: quick and certain lanes first."""
    lint(run)
    catalogues(run)
    deployment(run)
    default_suite(run)
    on_postgres(run, whole=False)
    stack(run, whole=False)
    browser(run, whole=False)
    readme(run)


def thorough(run: Run) -> None:
    """All that the gate leaves out."""
    coverage(run)
    long(run)
    on_postgres(run, whole=True)
    slow(run)
    outside_judges(run)
    stack(run, whole=True)
    browser(run, whole=True)


LANES: dict[str, Callable[[Run], None]] = {
    "system-packages": system_packages,
    "lint": lint,
    "catalogues": catalogues,
    "deployment": deployment,
    "default": default_suite,
    "postgres": lambda run: on_postgres(run, whole=False),
    "stack": lambda run: stack(run, whole=False),
    "browser": lambda run: browser(run, whole=False),
    "run": readme,
    "coverage": coverage,
    "long": long,
    "postgres-whole": lambda run: on_postgres(run, whole=True),
    "slow": slow,
    "judges": outside_judges,
    "stack-whole": lambda run: stack(run, whole=True),
    "browser-whole": lambda run: browser(run, whole=True),
}
"""Single lanes, for `lanes.py gate LANE…` and `lanes.py thorough LANE…`."""


def interrupted(*_signal: object) -> None:
    """End the run. Only once: another signal, as from `make`, must not keep us from ending what we have started."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(which: str, *chosen: str) -> int:
    """Run the lanes of `which`, or the chosen ones, and say what came of them."""
    if which not in ("gate", "thorough") or set(chosen) - set(LANES):
        say(f"usage: lanes.py gate|thorough [LANE…], where LANE is one of: {', '.join(LANES)}")
        return 2
    for ended_by in (signal.SIGINT, signal.SIGTERM):  # a shell has what it starts in the background ignore the first
        signal.signal(ended_by, interrupted)
    for name in ("DATABASE_URL", "REDIS_URL", "VAR_DIR", "PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV"):
        os.environ.pop(name, None)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    if which == "gate":
        os.environ["CI"] = "true"  # Hypothesis then tries the same examples at every run
        run = Run("The gate", SEED, GATE_LIMIT, tries=True)
    else:
        os.environ.pop("CI", None)
        run = Run("Thorough", random.SystemRandom().randrange(1, 2**31), THOROUGH_LIMIT, tries=False)
    try:
        system_packages(run)
        ready(run)
        for lane in [LANES[name] for name in chosen] or [gate if which == "gate" else thorough]:
            lane(run)
    except Missing:
        run.summary()
        return 2
    except KeyboardInterrupt:
        run.reports[-1].failures.append(Failure(run.reports[-1].name, "interrupted", "", ""))
        run.summary()
        return 130
    return run.summary()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or [""]))
