#!/usr/bin/env python3
"""The lanes of the project's checks: `lanes.py gate` before a change lands, `lanes.py thorough` before a release.

All lanes run, even after another one has failed. At the end there is a table of them and, for each failed test, the
command that repeats it. Exit codes: 0 if everything passed, 1 if something failed, 2 if a package is missing.

It needs nothing but Python, since it runs before anything is installed, and writes into `.ci/out/`. Beside it are
`runs.py`, which runs the commands of a lane and reports on them, and `processes.py`.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import end_all, free_port, holders, start_marked, wait
from runs import OUT, Failure, Report, Run, log_of, say

SEED = 20
"""The seed of the order of tests in the gate, and of everything random in them: a failed gate fails again."""

GATE_LIMIT = 80 * 60
THOROUGH_LIMIT = 4 * 60 * 60
"""Seconds that all lanes may take together. Then the current command is ended, and no other one is started."""

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
"""Debian's packages, each with a command that is there if it is installed."""


class Missing(Exception):
    """A package is missing; the text names it."""


def covered(file: Path) -> str:
    """A line that says how much of each application is covered, lines and branches; `file` is coverage.py’s JSON."""
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
    """Whether a package is installed, as far as we need it."""
    command = PACKAGES[package]
    return bool(shutil.which(command) if command else postgres_server())


def system_packages(run: Run) -> None:
    """Install missing packages. Raises Missing if that fails: no other lane would mean anything then."""
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
    """Install what tests need, and compile the catalogues, since some lanes run tests without make."""
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
    """What `make test` runs, and what it leaves out because it takes half a second. No test is tried again."""
    with run.lane("make test") as report:
        run.tests(report, "", by_make=True)


def coverage(run: Run) -> None:
    """How much of the code the default suite runs. Counting doubles its time, so the gate leaves it out."""
    with run.lane("coverage") as report:
        found = run.out / "coverage.json"
        # What the contract plays at random is covered by the tests of each game as well.
        given = ["--ignore=tests/contract", "--cov", f"--cov-report=json:{found}"]
        run.tests(report, "", *given, by_make=True, COVERAGE_FILE=str(run.out / "coverage"))
        if found.exists():
            report.note = covered(found)


@contextmanager
def postgres(run: Run, report: Report) -> Iterator[str]:
    """The address of a new PostgreSQL cluster, apart from the system's. Its server refuses to run as root."""
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
    """Tests that use the database, on PostgreSQL. The gate leaves out what is long and what asks any database the same.

    `make thorough` runs those, except what is both: minutes that would show nothing new.
    """
    elsewhere = "not slow and not browser and not stack and not conformance"
    one_of_both = "(long and not any_database or any_database and not long) and not every_address"
    some = one_of_both if whole else "every_address or not any_database and not long"
    marks = f"database and ({some}) and {elsewhere}"
    with run.lane("PostgreSQL") as report, postgres(run, report) as address:
        run.tests(report, marks, by_make=True, DATABASE_URL=address)


def stack(run: Run, *, whole: bool) -> None:
    """The site as processes, whose parts are killed and whose storage gets into trouble."""
    # Most of the time it waits: for a part to start again, for a time-out.
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
            # With two processes, two processors have nothing to do for a seventh of the time.
            f"--numprocesses={3 if whole else 2}",
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
    """`make run` in this folder: pages and the health page answer, and it ends without leaving anything behind."""
    with run.lane("make run") as report, tempfile.TemporaryDirectory() as folder:
        port, log = free_port(), run.out / "make-run.log"
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
    """Whether a URL responds with 200."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def gate(run: Run) -> None:
    """The lanes that must pass before a change lands, the quick ones first."""
    lint(run)
    catalogues(run)
    deployment(run)
    default_suite(run)
    on_postgres(run, whole=False)
    stack(run, whole=False)
    browser(run, whole=False)
    readme(run)


def thorough(run: Run) -> None:
    """The lanes, and the parts of them, that the gate leaves out."""
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
    """End the run. Only once: another signal, such as one from `make`, must not keep us from ending our processes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(which: str, *chosen: str) -> int:
    """Run the lanes of `which`, or the chosen ones, and print the results. Returns the exit code."""
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
