"""Commands in the documents exist, with the options that they are given; every command and measurement is named."""

from __future__ import annotations

import argparse
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from tests.folders import OURS

ROOT = settings.BASE_DIR
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("packages/*/README.md")])
ASKED = re.compile(r"(?:manage\.py|deploy/manage) (?P<name>[a-z_]+)(?P<rest>(?:[^\n`|]*\\\n)*[^\n`|]*)")
RUN = re.compile(r"python -m (?P<name>(?:tests|examples)[a-z_.]*)(?P<rest>(?:[^\n`|]*\\\n)*[^\n`|]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")

NAMES = {"version": "site_version"}
"""Names that `manage.py` replaces by its own."""


def text(page: Path) -> str:
    """A document, of the changes only what is not released yet: older entries name what was there then."""
    said = page.read_text(encoding="utf-8")
    return said.partition("\n## Unreleased")[2].partition("\n## ")[0] if page.name == "CHANGELOG.md" else said


def ours() -> set[str]:
    """Our own commands, by the names that people type."""
    typed = {name: typed for typed, name in NAMES.items()}
    commands = get_commands().items()
    return {typed.get(name, name) for name, app in commands if app.partition(".")[0] in OURS}


@cache
def options(command: str) -> frozenset[str]:
    """The options of a command of `manage.py`."""
    name = NAMES.get(command, command)
    parser: argparse.ArgumentParser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    return frozenset(parser._option_string_actions)


@cache
def code(module: str) -> str:
    """The source of a module that is run, and of what is beside it."""
    path = ROOT / module.replace(".", "/")
    files = path.glob("*.py") if path.is_dir() else [path.with_suffix(".py"), *path.parent.glob("arguments.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_there_and_have_the_options_that_documents_name(page: Path) -> None:
    for asked in ASKED.finditer(text(page)):
        assert asked["name"] in {*get_commands(), *NAMES}, asked[0]
        assert set(OPTION.findall(asked["rest"])) <= options(asked["name"]), asked[0]
    for run in RUN.finditer(text(page)):
        missing = [option for option in OPTION.findall(run["rest"]) if f'"{option}"' not in code(run["name"])]
        assert missing == [], run[0]


def test_every_command_of_ours_is_named_in_the_readme() -> None:
    readme = text(ROOT / "README.md")
    assert [name for name in sorted(ours()) if f"manage.py {name}" not in readme and f"`{name}`" not in readme] == []


def test_every_measurement_is_named_in_a_document() -> None:
    said = "\n".join(map(text, PAGES))
    benches = {file.stem for file in (ROOT / "tests/bench").glob("*.py") if "ArgumentParser(" in file.read_text()} - {
        "__main__"
    }
    assert len(benches) > 20
    assert [bench for bench in sorted(benches) if not re.search(rf"tests\.bench\.{bench}\b", said)] == []
