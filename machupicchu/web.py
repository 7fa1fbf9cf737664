"""`python -m machupicchu.web`: a web process, which serves pages and sockets.

    --fd N              on the inherited listening socket with file descriptor N
    --host A --port N   else on this address
    --pulse N           writes to file descriptor N every second while its loop runs

uvicorn parses and writes HTTP in C (`machupicchu.serving.under_uvicorn`). SERVER=daphne serves with daphne instead
(`machupicchu.serving.under_daphne`). A guard with limits is in front of both: `machupicchu.serving.guard`.
"""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

import django
import uvicorn

APPLICATION = "machupicchu.asgi:application"

ENDING = 12
"""Seconds to finish requests after the process is told to end: longer than a form may wait."""

LARGEST_MESSAGE = 4096
"""Maximum size in bytes of a browser's message on a socket; our sockets ignore all messages."""


def main() -> None:
    """Serve until the process is told to end."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    parser = ArgumentParser(prog="python -m machupicchu.web", description="A web process of the site.")
    parser.add_argument("--fd", type=int, help="the listening socket to inherit")
    parser.add_argument("--pulse", type=int, help="what to write into every second, to show that the process works")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--application", default=APPLICATION, help="another ASGI application")
    asked = parser.parse_args()
    django.setup(set_prefix=False)
    from django.conf import settings

    from machupicchu.serving.warming import warm

    if asked.application == APPLICATION:
        _refuse_newer_tables()
        warm()
    (_by_daphne if settings.SERVER == "daphne" else _by_uvicorn)(asked)


def _by_uvicorn(asked: Namespace) -> None:
    from machupicchu.serving.connection_limits import IDLE_SECONDS  # only now: the module needs Django to be set up
    from machupicchu.serving.guarded_application import GuardedApplication
    from machupicchu.serving.under_uvicorn import Line, Server

    application = GuardedApplication(_application(asked.application))
    config = uvicorn.Config(
        application,
        interface="asgi3",
        host=asked.host,
        port=asked.port,
        http=Line,
        ws="wsproto",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        loop="uvloop",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # TRUSTED_PROXIES decides which forwarded addresses to trust
        timeout_keep_alive=2 * int(IDLE_SECONDS),  # the guard's own timeout comes first
        timeout_graceful_shutdown=ENDING,
    )
    listeners = None if asked.fd is None else [socket.socket(fileno=asked.fd)]
    Server(config, application, partial(_beat, asked.pulse)).run(sockets=listeners)


def _beat(pulse: int | None) -> None:
    if pulse is not None:
        with suppress(OSError):  # nobody reads the pipe
            os.write(pulse, b".")


def _application(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def _refuse_newer_tables() -> None:
    """Exit with a message if the tables are those of a newer release. Ignore a database that does not answer yet."""
    from django.db import Error, connection

    from machupicchu.tables import TooNew, refuse_newer

    try:
        with suppress(Error):
            refuse_newer()
    except TooNew as error:
        sys.exit(str(error))
    finally:
        connection.close()


def _by_daphne(asked: Namespace) -> None:
    from daphne.endpoints import build_endpoint_description_strings

    from machupicchu.serving.under_daphne import (  # only now, as nothing else needs Twisted; and first
        Daphne,
        every_second,
    )
    from machupicchu.serving.guarded_application import GuardedApplication  # isort: skip

    application = GuardedApplication(_application(asked.application))
    if asked.fd is None:
        places = build_endpoint_description_strings(host=asked.host, port=asked.port)
    else:
        places = build_endpoint_description_strings(file_descriptor=asked.fd)
    every_second(partial(_beat, asked.pulse))
    Daphne(
        application,
        ending=ENDING,
        endpoints=places,
        server_name="",  # its message limits stay, since they also apply to what is sent: the guard has ours
        application_close_timeout=ENDING,
        websocket_handshake_timeout=ENDING,
    ).run()


if __name__ == "__main__":
    main()
