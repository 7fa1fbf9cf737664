"""docs/operating.md names only things that exist, and `deploy/manage` runs commands as it says."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from common.limits import rates_of
from deliveries import safe_http, slow_servers
from games.api.v1 import streams
from games.pages.match import live_boards
from games.sockets import consumers
from machupicchu.monitoring import health
from machupicchu.serving import bounds, connection_limits, pages, standstill

GUIDE = (settings.BASE_DIR / "docs/operating.md").read_text()
UNITS = settings.BASE_DIR / "deploy/systemd"
OURS = {*get_commands(), "version"}


def test_every_file_and_every_command_that_is_named_is_there() -> None:
    files = set(re.findall(r"\bdeploy/[\w./-]*\w", GUIDE))
    files -= set((settings.BASE_DIR / ".gitignore").read_text().replace("\n/", "\n").split())  # made by the operator
    assert len(files) > 5
    assert [name for name in files if not (settings.BASE_DIR / name).exists()] == []
    commands = set(re.findall(r"(?:deploy/manage|manage\.py) ([a-z_]+)", GUIDE))
    assert {"check", "moderators", "restore", "version"} <= commands <= OURS


def test_every_unit_that_is_named_is_there_and_an_update_restarts_all() -> None:
    named = set(re.findall(r"machupicchu-(?!\*)[a-z]+(?:\.timer)?(?=[\s`])", GUIDE))
    there = {path.name for path in UNITS.iterdir()}
    assert {name if "." in name else f"{name}.service" for name in named} <= there
    [parts] = re.findall(r"for part in (.+); do", GUIDE)
    wanted = re.findall(r"machupicchu-(\S+)\.service", (UNITS / "machupicchu.target").read_text())
    assert sorted(parts.split()) == sorted(wanted)


def rows(heading: str) -> dict[str, str]:
    """The first two cells of each row of the first table below a heading."""
    table = GUIDE.partition(f"\n{heading}\n")[2].partition("\n|---")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| (.+?) \| (.+?) \|", table, re.MULTILINE))


def kilobytes(count: int) -> str:
    return f"{count // 1024} kB"


def test_the_limits_on_strangers_are_those_of_the_code() -> None:
    said = rows("## Strangers")
    [webhook, push] = [[rate.amount for rate in rates_of(name)] for name in ("webhook", "push")]
    limits = {
        "headers of a request, with its URL, trailers and chunk separators": (
            f"{kilobytes(bounds.MOST_BYTES_BESIDE)}, within {connection_limits.HEADER_SECONDS:g} s; "
        ),
        "body of a request": f"{bounds.MOST_BYTES >> 20} MB, within {bounds.REQUEST_SECONDS:g} s",
        "requests from an address that are not answered yet": f"{connection_limits.MOST_HELD >> 20} MB together",
        "requests on a connection that wait for an earlier response": f"{connection_limits.MOST_PIPELINED}; ",
        "… from an address, when their turn comes": f"{1 / connection_limits.AHEAD_SECONDS:g} per second",
        "connections from an address without a complete request": (
            f"{connection_limits.MOST_WAITING}, idle ones for {connection_limits.IDLE_SECONDS:g} s"
        ),
        "all connections from an address": f"{connection_limits.MOST}",
        "a response that the client does not read": (
            f"the response or {kilobytes(pages.PIECE)} of a file, {kilobytes(connection_limits.KERNEL_BYTES)} in the "
        ),
        "sockets per address, per person": f"{consumers.MOST_OF_AN_ADDRESS}, {consumers.MOST_OF_A_PERSON}",
        "messages from a socket, pings included": f"{kilobytes(connection_limits.MOST_SAID)} per minute, ",
        "messages for a socket or a stream that does not read": f"those of {standstill.STILL_SECONDS:g} s",
        "boards drawn for the spectators of a match, after one action": (
            f"{live_boards.MOST_AUDIENCES}, for each player {live_boards.MOST_AUDIENCES_OF_A_SITTER}"
        ),
        "streams per address, per person, per token": (
            f"{streams.MOST_OF_AN_ADDRESS}, {streams.MOST_OF_A_PERSON}, {streams.MOST_OF_A_TOKEN}"
        ),
        "messages to a person's webhook, to all their devices": (
            f"{webhook[0]} and {push[0]} per minute, {webhook[1]} and {push[1]} per hour"
        ),
        "forms that wait for a thread and for the database": (
            f"any number, first come, first served, {pages.LONGEST_WAIT:g} s each"
        ),
    }
    assert {what: said.get(what) for what, limit in limits.items() if not said.get(what, "").startswith(limit)} == {}
    [slow] = [what for what in said if "to answer a message" in what]
    assert f"more than {slow_servers.SLOW:g} s" in slow
    assert f"after {safe_http.PATIENCE:g} s" in slow


def test_the_table_of_health_has_every_part() -> None:
    parts = re.findall(r'^ +"(\w+)": ', inspect.getsource(health.state_of_the_parts), re.MULTILINE)
    assert [what.strip("`") for what in rows("### Watching over it")] == parts


@pytest.mark.long
def test_manage_has_the_settings_and_runs_as_the_user_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "site.env").write_text('SITE_NAME="Seven Terraces"\n')
    runuser = tmp_path / "runuser"
    runuser.write_text(f'#!/bin/sh\necho "$1 $2 $3" && shift 4 && exec {sys.executable} "$@"\n')
    runuser.chmod(0o755)
    script = (settings.BASE_DIR / "deploy/manage").read_text().replace("/var/lib/machupicchu", str(tmp_path / "var"))
    manage = tmp_path / "deploy" / "manage"
    manage.parent.mkdir()
    manage.write_text(script)
    manage.chmod(0o755)
    (tmp_path / "manage.py").symlink_to(settings.BASE_DIR / "manage.py")
    done = subprocess.run(
        [
            manage,
            "shell",
            "--verbosity",
            "0",
            "-c",
            "from django.conf import settings as s; print(s.SITE_NAME, s.VAR_DIR)",
        ],
        cwd="/",
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "SITE_ENV": str(tmp_path / "site.env")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"-u machupicchu --\nSeven Terraces {tmp_path / 'var'}\n", done.stderr
