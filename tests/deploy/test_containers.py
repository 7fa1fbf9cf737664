"""The site's image, Compose file and Caddyfile: with no container engine here, linters and our own tests read them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.folders import OURS

DEPLOY = settings.BASE_DIR / "deploy"
COMPOSE = DEPLOY / "compose.yaml"
PROGRAMS = Path(sys.executable).parent

POSTGRESQL = {"bookworm": 15, "trixie": 17}
"""The PostgreSQL of each release of Debian."""

SINCE_CADDY_2_7 = {"stream_close_delay", "stream_timeout"}
"""Options for sockets that the Caddy of Debian 12 and 13, which is 2.6, does not know."""


def judged(*command: str) -> str:
    done = subprocess.run(command, cwd=DEPLOY, capture_output=True, text=True, check=False, timeout=300)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_hadolint_finds_nothing_in_the_image() -> None:
    assert judged(str(PROGRAMS / "hadolint"), "--no-color", "Containerfile") == ""


@pytest.mark.half_second
def test_the_composition_keeps_to_its_schema() -> None:
    judge = [str(PROGRAMS / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec"]
    assert judged(*judge, "compose.yaml") == ""


def test_every_queue_has_a_worker_and_every_volume_a_name() -> None:
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    commands = {name: " ".join(part.get("command", [])) for name, part in services.items()}
    served = {queue for command in commands.values() for queue in re.findall(r"--queues (\S+)", command)}
    routes = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert served == routes | {settings.CELERY_TASK_DEFAULT_QUEUE}
    assert {"prepare", "pages", "sockets", "beat", "postgres", "valkey", "proxy"} <= set(services)


def test_the_image_holds_every_folder_of_the_site_and_the_uv_of_the_lock_file() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = set(re.findall(r"^COPY (\w+) \w+$", text, re.MULTILINE))
    assert copied == {*OURS, "locale", "static", "templates"}
    [locked] = re.findall(r'^name = "uv"\nversion = "(.+)"$', (settings.BASE_DIR / "uv.lock").read_text(), re.MULTILINE)
    assert f'"uv=={locked}"' in text


def test_the_image_can_back_up_the_database_beside_it() -> None:
    """pg_dump refuses a server that is newer than itself."""
    image = (DEPLOY / "Containerfile").read_text()
    assert "postgresql-client" in image
    [debian] = re.findall(r"^FROM docker.io/library/python:[\d.]+-slim-(\w+)$", image, re.MULTILINE)
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    [server] = re.findall(r"/postgres:(\d+)-", services["postgres"]["image"])
    assert POSTGRESQL[debian] == int(server)
    backup = services["backup"]
    assert list(backup["depends_on"]) == ["postgres"], "a restore must find the database empty"
    assert "manage.py backup" in " ".join(backup["command"])
    assert backup["profiles"] == ["backup"], "it starts only when asked for"


def test_the_caddy_of_debian_understands_the_example() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    directives = {line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("#")}
    assert directives & SINCE_CADDY_2_7 == set()
    proxy = yaml.safe_load(COMPOSE.read_text())["services"]["proxy"]
    assert set(re.findall(r"\{\$(\w+)", text)) == set(proxy["environment"])


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_accepts_the_example(tmp_path: Path) -> None:
    command = ["caddy", "adapt", "--config", "Caddyfile", "--adapter", "caddyfile"]
    done = subprocess.run(
        command, cwd=DEPLOY, env=os.environ | {"HOME": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
