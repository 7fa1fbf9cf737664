"""A site that is not running: its folder, its database and its commands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.stack.site import ROOT, free_port

NOT_OURS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "VAPID_KEY", "OAUTH_KEY")


class Site:
    """`folder` is its VAR_DIR; `environment` is added to its environment."""

    def __init__(self, folder: Path, **environment: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
        # A site without a Valkey: anything that needs one fails at once.
        away = {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"}
        mine = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
        self.environment = kept | away | mine | environment

    def ask(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run `manage.py`."""
        return self.python("manage.py", *arguments, **environment)

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run `manage.py`, which must succeed. Returns its output."""
        done = self.ask(*arguments, **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def refused(self, *arguments: str, **environment: str) -> str:
        """Run `manage.py`, which must refuse and give the reason without a traceback. Returns its stderr."""
        done = self.ask(*arguments, **environment)
        assert done.returncode == 1, done.stdout
        assert "Traceback" not in done.stderr
        return done.stderr

    def python(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run Python with the settings of the site."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )


class Postgres:
    """A PostgreSQL server on a free port, which admits every user from this machine, at most `connections` at once."""

    def __init__(self, folder: Path, *, connections: int = 100) -> None:
        self._connections = connections
        self._data, self._log = folder / "data", folder / "log"
        self._port = free_port()
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda each: int(each.parts[-3]))
        assert programs, "PostgreSQL is not installed"
        self._programs = programs[-1].parent
        if os.getuid() == 0:  # it refuses to run as root
            shutil.chown(folder, "postgres")

    def start(self) -> None:
        """Create the cluster and start it."""
        self._run("initdb", "--username=tests", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        options += f" -c max_connections={self._connections}"
        self._run("pg_ctl", f"--log={self._log}", "--wait", "--silent", f"--options={options}", "start")

    def stop(self) -> None:
        """Stop it immediately."""
        self._run("pg_ctl", "--mode=immediate", "--silent", "stop")

    @property
    def process(self) -> int:
        """The ID of its first process."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def database(self, name: str) -> str:
        """The URL of a new empty database, sorted as people sort, not by bytes."""
        psql = [
            str(self._programs / "psql"),
            "-h",
            "127.0.0.1",
            "-p",
            str(self._port),
            "-U",
            "tests",
            "postgres",
            "-qc",
        ]
        subprocess.run([*psql, f"CREATE DATABASE {name}"], check=True)
        return f"postgres://tests@127.0.0.1:{self._port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        command = [*other, str(self._programs / program), f"--pgdata={self._data}", *arguments]
        done = subprocess.run(
            command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


@contextmanager
def running_postgres(*, connections: int = 100) -> Iterator[Postgres]:
    """A server while the block lasts, for at most so many connections at once.

    Its folder is not one of pytest's, as other runs at the same time may delete those.
    """
    with TemporaryDirectory(prefix="machupicchu-postgres-") as folder:
        server = Postgres(Path(folder), connections=connections)
        server.start()
        try:
            yield server
        finally:
            server.stop()
