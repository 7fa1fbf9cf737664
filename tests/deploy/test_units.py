"""systemd accepts the units in `deploy/systemd`, and they give services only the rights they need."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

UNITS = settings.BASE_DIR / "deploy/systemd"
COMMON = UNITS / "machupicchu-.service.d/site.conf"
SERVICES = sorted(UNITS.glob("*.service"))
EXPOSED = 2.0
"""The highest exposure that `systemd-analyze security` may report; 10 is a service that may do anything."""

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")


def named(unit: Path) -> str:
    """The unit's name; of a template, that of its first instance."""
    return unit.name.replace("@.", "@1.")


def analyze(*arguments: str, units: Path = UNITS) -> subprocess.CompletedProcess[str]:
    """The output of systemd-analyze about units in a folder."""
    environment = os.environ | {"SYSTEMD_UNIT_PATH": f"{units}:/lib/systemd/system", "SYSTEMD_COLORS": "0"}
    command = ["systemd-analyze", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The units with programs of this machine, as if the site were installed."""
    units = tmp_path / "units"
    shutil.copytree(UNITS, units)
    programs = Path(sys.executable).parent
    for unit in units.glob("*.service"):
        unit.write_text(unit.read_text().replace("/srv/machupicchu/.venv/bin", str(programs)))
    return units


@needs_systemd
def test_systemd_understands_every_unit(here: Path) -> None:
    units = [str(here / named(unit)) for unit in sorted(here.iterdir()) if unit.is_file()]
    done = analyze("verify", "--man=no", *units, units=here)
    ours = [line for line in done.stderr.splitlines() if "machupicchu" in line]
    assert (done.returncode, ours) == (0, [])


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_service_may_do_little(unit: Path) -> None:
    done = analyze("security", "--offline=true", "--no-pager", str(UNITS / named(unit)))
    [level] = re.findall(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert float(level) < EXPOSED


def test_the_target_starts_every_service_and_there_is_one_for_every_queue() -> None:
    wanted = set(re.findall(r"machupicchu-[a-z@0-9]+\.(?:service|socket)", (UNITS / "machupicchu.target").read_text()))
    there = {named(unit) for unit in UNITS.glob("machupicchu-*.*") if unit.is_file()}
    others = {"machupicchu-prepare.service", "machupicchu-backup.service"}
    assert there - wanted - {"machupicchu-backup.timer"} == others, "services required by others, or started by a timer"
    assert {name.replace("@2", "@1") for name in wanted} <= there
    served = {queue for unit in SERVICES for queue in re.findall(r"--queues (\S+)", unit.read_text())}
    routes = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert served == routes | {settings.CELERY_TASK_DEFAULT_QUEUE}


@needs_systemd
def test_a_machine_can_do_without_some_parts_and_have_more_of_others(tmp_path: Path) -> None:
    """As docs/operating.md says; a unit that lies in /etc itself could not be masked."""
    guide = (settings.BASE_DIR / "docs/operating.md").read_text()
    [folder] = set(re.findall(r"cp --recursive deploy/systemd/\. (\S+)", guide))
    shutil.copytree(UNITS, tmp_path / folder.lstrip("/"))
    [without] = re.findall(r"^    systemctl mask (.+)$", guide, re.MULTILINE)
    [more] = re.findall(r"^    systemctl add-wants (.+)$", guide, re.MULTILINE)
    for command, units in (("mask", without), ("add-wants", more)):
        done = subprocess.run(
            ["systemctl", f"--root={tmp_path}", command, *units.split()], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    there = tmp_path / "etc/systemd/system"
    assert [os.readlink(there / f"{name}.service") for name in without.split()] == ["/dev/null"] * len(without.split())
    target, *added = more.split()
    assert {path.name for path in (there / f"{target}.wants").iterdir()} == set(added)


def settings_of(unit: Path) -> set[str]:
    """The settings under [Service]."""
    _before, service = unit.read_text().split("[Service]")
    return set(re.findall(r"^(\w+)=", service, re.MULTILINE))


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_no_service_says_what_the_common_file_says_otherwise(unit: Path) -> None:
    """The common file is read last and overrides others; only lists are extended."""
    assert settings_of(unit) & settings_of(COMMON) <= {"StateDirectory"}


def test_a_proxy_may_read_the_copy_of_the_static_files(tmp_path: Path) -> None:
    places = {"/var/lib/machupicchu": tmp_path / "own", "/var/cache/machupicchu": tmp_path / "copy"}
    for place in places.values():
        place.mkdir()
    old = places["/var/cache/machupicchu"] / "static"
    old.mkdir(mode=0o700)
    new = places["/var/lib/machupicchu"] / "static" / "css"
    new.mkdir(parents=True, mode=0o700)
    (new / "site.css").touch(mode=0o600)
    [mask] = re.findall(r"^UMask=(\d+)$", COMMON.read_text(), re.MULTILINE)
    unit = (UNITS / "machupicchu-prepare.service").read_text()
    _prepare, *commands = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    for command in commands:
        for place, here in places.items():
            command = command.replace(place, str(here))
        subprocess.run(["sh", "-c", f"umask {mask}; {command}"], check=True)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (old, old / "css", old / "css/site.css")] == [
        0o755,
        0o755,
        0o644,
    ]
