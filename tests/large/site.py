"""All parts of a large site on this machine: PostgreSQL, Valkey, nginx, servers, workers, two beats."""

from __future__ import annotations

import base64
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from machupicchu.run.valkey import Valkey
from tests.bench.processes import site_cpu, site_memory
from tests.operating.sites import running_postgres
from tests.stack.prepared import lay
from tests.stack.proxy import AROUND, NAME, Proxy
from tests.stack.site import PATIENCE, ROOT, free_port, wait_until
from tests.stack.visitor import Visitor

WORKERS = ("default", "outside", "clocks", "analysis")
"""The queues with one worker each, besides that for thinking."""

CONNECTIONS = 8
"""The most connections to the database of a server of pages or sockets."""
OTHER_CONNECTIONS = 76
"""Those of the workers and beats, of the load itself, and what PostgreSQL keeps for its superuser."""

END_SECONDS = 60


class PlainProxy(Proxy):
    """nginx as in `deploy/nginx.conf`, but without TLS, in front of several servers of each kind, and without limits of
    what one address may ask for: all the load comes from one.
    """

    around = AROUND.replace("worker_connections 1024", "worker_connections 20000").replace(
        "worker_processes 1;", "worker_processes 1; worker_rlimit_nofile 50000;"
    )

    def __init__(self, folder: Path, *, pages: Sequence[int], sockets: Sequence[int], static: Path) -> None:
        super().__init__(folder, pages=pages[0], sockets=sockets[0], static=static)
        self._servers = (*pages,), (*sockets,)

    def _configuration(self) -> str:
        text = super()._configuration().replace(" ssl http2;", ";")
        text = re.sub(r"^ *(ssl_|limit_).*\n", "", text, flags=re.MULTILINE)
        for first, *others in self._servers:
            line = f"server 127.0.0.1:{first} max_fails=0;"
            assert line in text
            text = text.replace(line, " ".join([line, *(line.replace(str(first), str(port)) for port in others)]))
        return text


class LargeSite:
    """Runs while the block lasts. Each part has its own VAR_DIR in `folder`, and its own log there.

    `environment` is what all parts share; a program that uses the same database and Valkey needs it too.
    """

    def __init__(self, folder: Path, *, pages: int = 2, sockets: int = 1, thinking: int = 1) -> None:
        self.folder = folder
        self.environment: dict[str, str] = {}
        self.processes: dict[str, int] = {}
        """The first process of each part, by its name."""
        self.port = 0
        """The port of nginx."""
        self._counts = {"pages": pages, "sockets": sockets}
        self._thinking = thinking
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time used by each part so far."""
        return {name: site_cpu(process) for name, process in self.processes.items()}

    def memory(self) -> dict[str, int]:
        """Resident bytes of each part. What its processes share, as PostgreSQL's do, is counted for each of them."""
        return {name: sum(site_memory(process).values()) for name, process in self.processes.items()}

    def log(self) -> str:
        """The end of what each part has printed."""
        return "\n".join(
            f"{file.stem}: {file.read_text(errors='replace')[-500:]}" for file in self.folder.glob("*.log")
        )

    def _start(self) -> None:
        connections = OTHER_CONNECTIONS + CONNECTIONS * sum(self._counts.values()) + self._thinking
        database = self._stack.enter_context(running_postgres(connections=connections))
        self.processes["postgresql"] = database.process
        valkey = Valkey(self.folder / "valkey")
        self._run("valkey", valkey.command(), os.environ)
        assert valkey.wait(PATIENCE)
        ports = {kind: [free_port() for _number in range(count)] for kind, count in self._counts.items()}
        self.environment = {
            "PRODUCTION": "true",
            "SECURE_SSL_REDIRECT": "false",  # the load speaks plain HTTP, to leave the processor to the site
            "ALLOWED_HOSTS": NAME,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "VAPID_KEY": base64.urlsafe_b64encode((1 + secrets.randbelow(2**255)).to_bytes(32)).decode(),
            "DATABASE_URL": database.database("large"),
            "REDIS_URL": valkey.url,
            "WEB_ADDRESS": f"http://127.0.0.1:{ports['pages'][0]}",
            "AI_PROCESSES": str(self._thinking),
            "ANALYSE_BY_ITSELF": "false",
            "DJANGO_SETTINGS_MODULE": "machupicchu.settings",
        }
        prepare = [sys.executable, "-m", "machupicchu.run.prepare", "data"]
        subprocess.run(prepare, cwd=ROOT, env=self._own("prepare"), check=True, stdout=subprocess.DEVNULL)
        for kind, numbers in ports.items():
            for number, port in enumerate(numbers, 1):
                lay(self._folder(f"{kind}-{number}"))  # its static files
                command = [sys.executable, "-m", "machupicchu.web", "--port", str(port)]
                self._run(f"{kind}-{number}", command, self._own(f"{kind}-{number}"))
        for queue in WORKERS:
            self._work(queue, 1)
        self._work("ai", self._thinking)
        for number in (1, 2):
            self._run(f"beat-{number}", _celery("beat", "--pidfile", ""), self._own(f"beat-{number}"))
        for port in [port for numbers in ports.values() for port in numbers]:
            wait_until(_serves(port), PATIENCE, self.log)
        static = self.folder / "pages-1" / "static"
        proxy = PlainProxy(self._folder("nginx"), pages=ports["pages"], sockets=ports["sockets"], static=static)
        self._stack.enter_context(proxy)
        self.processes["nginx"], self.port = proxy.process, proxy.port

    def _work(self, queue: str, processes: int) -> None:
        without = ("--without-gossip", "--without-mingle", "--without-heartbeat")
        command = _celery("worker", "--queues", queue, "--concurrency", str(processes), "--hostname", queue, *without)
        self._run(queue, command, self._own(queue))

    def _folder(self, name: str) -> Path:
        (self.folder / name).mkdir(exist_ok=True)
        return self.folder / name

    def _own(self, name: str) -> dict[str, str]:
        """The environment of one part."""
        return os.environ | self.environment | {"VAR_DIR": str(self._folder(name))}

    def _run(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
        self.processes[name] = process.pid
        self._stack.callback(_end, process)


def of_kinds(figures: Mapping[str, float]) -> dict[str, float]:
    """Figures of parts, added up by kind: all servers of pages together, both beats together."""
    found: dict[str, float] = {}
    for name, figure in figures.items():
        kind = re.sub(r"-\d+$", "", name)
        found[kind] = found.get(kind, 0) + figure
    return found


def _celery(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "celery", "-A", "machupicchu", "--quiet", "--skip-checks", *arguments]


def _serves(port: int) -> Callable[[], bool]:
    def answers() -> bool:
        try:
            return Visitor(f"http://{NAME}:{port}").get("/robots.txt").status == 200
        except OSError:
            return False

    return answers


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
