"""The engine as a wheel: built from this repository, installed in an empty environment, and played."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

from games.engine import GAMES
from games.engine.record import read

FOLDER = settings.BASE_DIR / "packages/engine"


@pytest.fixture(scope="module")
def collect() -> ModuleType:
    """The build backend."""
    spec = importlib.util.spec_from_file_location("collect", FOLDER / "collect.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_same_sources_make_the_same_wheel(collect: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    one = tmp_path / collect.build_wheel(str(tmp_path))
    other = tmp_path / "again" / collect.build_wheel(str(tmp_path / "again"))
    assert one.read_bytes() == other.read_bytes()


def test_nothing_of_the_site_is_collected(collect: ModuleType) -> None:
    files = dict(collect.collected())
    assert {name.split("/")[0] for name in files if "/" in name} == {"ai", "console", "engine", "titles"}
    assert not [name for name, text in files.items() if "import django" in text or "from django" in text]
    assert not [name for name in files if name.endswith(("pages.py", "leaflet.py")) or "/board/" in name]
    for key in GAMES:
        assert f"titles/{key}/rules/data.toml" in files
    assert not [name for name, text in files.items() if name.endswith(".py") and "from games" in text]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an empty environment with the wheel installed, as `pip install ./packages/engine` does."""
    place = tmp_path_factory.mktemp("engine") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    uv = Path(sys.executable).parent / "uv"
    found = place / "bin" / "python"
    command = [uv, "pip", "install", "--quiet", "--offline", "--no-cache", "--python", found, FOLDER]
    subprocess.run(command, check=True)
    return str(found)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_installed_engine_plays_a_game_of_each_kind(key: str, python: str, tmp_path: Path) -> None:
    engine = (python, "-I", "-m", "machupicchu_engine")
    asked = ("match", "--game", key, "--players", "casual", f"{' '.join(engine)} protocol", "--nodes", "2")
    result = subprocess.run(
        [*engine, *asked], capture_output=True, text=True, timeout=400, cwd=tmp_path, env={"PATH": os.defpath}
    )
    assert result.returncode == 0, result.stderr
    assert read(result.stdout).game == key
    installed = subprocess.run(
        [python, "-I", "-c", "import importlib.metadata as m; print(*[d.name for d in m.distributions()])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert installed.stdout.split() == ["machupicchu-engine"]
