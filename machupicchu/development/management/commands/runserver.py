"""Serve pages and sockets for development, with Valkey and workers."""

import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from daphne.management.commands.runserver import Command as DaphneCommand
from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV

from machupicchu.development.changes import wait_for_change, written
from machupicchu.development.parts import MANAGE, RUNNER, Missing, again, check_database, prepare, running
from machupicchu.run.console import Console

FAILED = 1
"""The exit code of a process that could not read the code."""


class Command(DaphneCommand):
    """daphne's command. The outer process, which restarts the serving one, also runs Valkey and the workers."""

    help = (
        "Serve pages and sockets on one port, and restart when the code changes. Starts Valkey and workers, unless "
        "`make run` or another `runserver` has started some in the same VAR_DIR. DEBUG is true unless you set it."
    )
    default_port = str(settings.PORT)

    def add_arguments(self, parser: CommandParser) -> None:
        """Add our option. WhiteNoise serves static files as in production, but from their source folders."""
        super().add_arguments(parser)
        parser.set_defaults(use_static_handler=False)
        parser.add_argument(
            "--without-workers",
            action="store_true",
            help="Start no workers: computer players do not think, and no notification is sent.",
        )

    def run(self, **options: Any) -> None:
        """Serve until Ctrl-C. Raises CommandError with one line if something is missing."""
        if RUNNER in os.environ:
            super().run(**options)
            return
        if os.environ.get(DJANGO_AUTORELOAD_ENV) == "true":  # the reloader above was started by Django's own command
            raise CommandError("The code could not be read at the start, but now it can: start it again.")
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_signal: sys.exit(0))
        try:
            _check_static_files()
            check_database()
            self._run_with_parts(**options)
        except Missing as missing:
            raise CommandError(str(missing)) from None
        except KeyboardInterrupt:
            pass

    def inner_run(self, *args: Any, **options: Any) -> None:
        """Serve after a (re)start; the workers are restarted too, to load the new code."""
        if os.environ.get(RUNNER) == str(os.getppid()):
            os.kill(os.getppid(), signal.SIGUSR1)
        super().inner_run(*args, **options)

    def _run_with_parts(self, **options: Any) -> None:
        host = "localhost" if self.addr in ("127.0.0.1", "0", "0.0.0.0") else self.addr
        console = Console()
        with running(
            settings.VAR_DIR,
            address=f"http://{host}:{self.port}/",
            own_valkey=not os.environ.get("REDIS_URL", "").strip(),
            workers=not options["without_workers"],
            console=console,
        ) as parts:
            self._check_port(parts.others)
            prepare(console)
            if parts.others:
                console.say(f"Valkey and workers are those of {parts.others}")

            def read_again(*_signal: object) -> None:
                if parts.workers is not None:
                    parts.workers.start_again()

            signal.signal(signal.SIGUSR1, read_again)
            os.environ |= {RUNNER: str(os.getpid()), "PORT": str(self.port)}
            try:
                if options["use_reloader"]:
                    self._serve_whatever_is_written(console, **options)
                else:
                    sys.exit(again())
            finally:
                signal.signal(signal.SIGUSR1, signal.SIG_IGN)

    def _serve_whatever_is_written(self, console: Console, **options: Any) -> None:
        """Serve with the reloader; if the code is broken at the start, try again whenever a file has changed."""
        while True:
            before = written(settings.BASE_DIR)
            try:
                super().run(**options)
                return
            except SystemExit as end:
                if end.code != FAILED:
                    raise
            console.say("The code cannot be served, see above; it is tried again once something is changed")
            wait_for_change(settings.BASE_DIR, before)

    def _check_port(self, others: str) -> None:
        try:
            [(family, kind, _number, _name, address), *_more] = socket.getaddrinfo(
                "0.0.0.0" if self.addr == "0" else self.addr, int(self.port), type=socket.SOCK_STREAM
            )
            with socket.socket(family, kind) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(address)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            by = f", perhaps by {others}" if others else ""
            another = f"{MANAGE} runserver {int(self.port) % 65535 + 1}"
            raise Missing(
                f"Port {self.port} of {self.addr} cannot be used: {reason}{by}. Use another one: {another}"
            ) from None


def _check_static_files() -> None:
    if settings.DEBUG:
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # WhiteNoise misses it otherwise
    elif not Path(settings.STATIC_ROOT, "staticfiles.json").exists():
        raise Missing(f"With DEBUG=false, collect the static files first: {MANAGE} collectstatic")
