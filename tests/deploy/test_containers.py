"""The site's image and Compose file: with no container engine here, linters and our own tests read the files."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import yaml
from django.conf import settings

from tests.folders import OURS

DEPLOY = settings.BASE_DIR / "deploy"
COMPOSE = DEPLOY / "compose.yaml"
PROGRAMS = Path(sys.executable).parent


def judged(*command: str) -> str:
    done = subprocess.run(command, cwd=DEPLOY, capture_output=True, text=True, check=False, timeout=300)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_hadolint_finds_nothing_in_the_image() -> None:
    assert judged(str(PROGRAMS / "hadolint"), "--no-color", "Containerfile") == ""


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
