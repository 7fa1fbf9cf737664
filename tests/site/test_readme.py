"""The README is right."""

import re
import tomllib

from django.apps import apps
from django.conf import settings

from tests.site.environment import SOURCES, settings_read

README = settings.BASE_DIR / "README.md"
DEFAULT = re.compile(r'env\.[a-z_]+\("([A-Z_]+)", (True|False|\d+|"[^"]+")[,)]')
ROW = re.compile(r"^\| `([A-Z_]+)` \| ([^|]*)\|", re.MULTILINE)


def test_every_setting_is_in_the_table() -> None:
    read = settings_read()
    documented = {name for name, _default in ROW.findall(README.read_text())}
    assert read == documented
    assert len(read) > 10


def test_the_defaults_in_the_table_are_those_of_the_code() -> None:
    said = dict(ROW.findall(README.read_text()))
    defaults = dict(default for source in SOURCES for default in DEFAULT.findall(source.read_text()))
    assert {"PORT", "SITE_NAME", "DEBUG", "LOG_LEVEL", "BIND"} <= defaults.keys()
    shown = {name: {"True": "true", "False": "false"}.get(value, value.strip('"')) for name, value in defaults.items()}
    assert {name: said[name] for name, value in shown.items() if not said[name].startswith(f"`{value}`")} == {}


def test_the_versions_of_python_are_those_that_are_installed() -> None:
    needs = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["requires-python"]
    [(oldest, newest)] = re.findall(r"with Python 3\.(\d+) to 3\.(\d+)", README.read_text())
    assert needs == f">=3.{oldest},<3.{int(newest) + 1}"


def test_every_document_is_in_the_list() -> None:
    listed = set(re.findall(r"^\| \[[^\]]+\]\(([^)]+)\) \|", README.read_text(), re.MULTILINE))
    there = {str(page.relative_to(settings.BASE_DIR)) for page in (settings.BASE_DIR / "docs").glob("*.md")}
    assert there <= listed


def test_every_folder_that_is_named_exists() -> None:
    text = README.read_text()
    named = re.findall(r"^    ((?:[a-z_]+/)+) ", text, re.MULTILINE)
    assert len(named) > 6
    assert [folder for folder in named if not (settings.BASE_DIR / folder).is_dir()] == []


def test_its_picture_is_the_order_in_which_imports_are_checked() -> None:
    tools = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["tool"]
    [contract] = [each for each in tools["importlinter"]["contracts"] if "machupicchu" in each.get("layers", [])]
    checked = [name for layer in contract["layers"] for name in layer.split(" | ")]
    assert "ignore_imports" not in contract
    named = dict.fromkeys(re.findall(r"^    ([a-z]+)/", README.read_text(), re.MULTILINE))
    assert [name for name in named if name in checked] == checked
    names = {config.name.partition(".")[0] for config in apps.get_app_configs()}
    ours = {name for name in names if (settings.BASE_DIR / name).is_dir()}
    assert ours <= set(checked) == set(tools["importlinter"]["root_packages"])


def test_every_measurement_that_is_named_explains_itself_when_asked_for_help() -> None:
    named = {name.replace(".", "/") for name in re.findall(r"python -m (tests[a-z_.]+)", README.read_text())}
    assert len(named) > 15
    files = [settings.BASE_DIR / name for name in named]
    mains = [file / "__main__.py" if file.is_dir() else file.with_suffix(".py") for file in files]
    assert [str(main) for main in mains if "ArgumentParser(" not in main.read_text()] == []


def test_a_large_site_has_a_worker_for_every_queue() -> None:
    served = set(re.findall(r" celery -A machupicchu worker -Q ([a-z]+)", README.read_text()))
    routes = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert served == routes | {settings.CELERY_TASK_DEFAULT_QUEUE}
