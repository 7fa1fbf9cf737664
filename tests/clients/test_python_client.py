"""The Python client: it is small, typed, and needs no other package."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stack.site import ROOT

CLIENT = ROOT / "clients" / "python"
UV = Path(sys.executable).with_name("uv")
MOST_LINES = 600


def code_lines(path: Path) -> int:
    """The number of lines that are neither blank nor part of a docstring."""
    source = path.read_text()
    said = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return sum(bool(line.strip()) and number not in said for number, line in enumerate(source.splitlines(), 1))


def test_the_client_is_small() -> None:
    assert sum(map(code_lines, (CLIENT / "src").rglob("*.py"))) < MOST_LINES
    assert len((CLIENT / "examples" / "random_bot.py").read_text().splitlines()) < 40


def test_no_page_has_it_installed_under_a_name_that_belongs_to_others() -> None:
    """A token would go to whatever is called machu-picchu on PyPI."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/*/README.md")]
    installed = {name for page in pages for name in re.findall(r"pip install (?!-)\"?([^\s`\")]+)", page.read_text())}
    assert installed == {"./clients/python", "./packages/engine", "fonttools"}


def test_it_needs_nothing_but_python() -> None:
    """It also loads nothing of what is installed here."""
    asked = "import sys; before = set(sys.modules); import machu_picchu; "
    asked += "print(*{name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)"
    said = subprocess.run(
        [sys.executable, "-S", "-c", asked], cwd=CLIENT / "src", capture_output=True, text=True, check=True, timeout=300
    )
    assert said.stdout.split() == ["machu_picchu"]


@pytest.mark.slow
def test_its_types_hold_together(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = true\nmypy_path = {CLIENT / 'src'}\n")
    mypy = [sys.executable, "-m", "mypy", "--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path)]
    for checked in (["src"], *([f"examples/{path.name}"] for path in (CLIENT / "examples").glob("*.py"))):
        done = subprocess.run([*mypy, *checked], cwd=CLIENT, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_its_wheel_is_built_and_installed_in_an_empty_environment(tmp_path: Path) -> None:
    def run(*command: str | Path) -> str:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(UV, "build", "--wheel", "--out-dir", tmp_path / "dist", CLIENT)
    (wheel,) = (tmp_path / "dist").glob("machupicchu_client-*.whl")
    run(UV, "venv", "--python", sys.executable, tmp_path / "empty")
    python = tmp_path / "empty" / "bin" / "python"
    run(UV, "pip", "install", "--no-index", "--python", python, wheel)
    asked = "import machu_picchu, pathlib; at = pathlib.Path(machu_picchu.__file__); "
    asked += "print(at.with_name('py.typed').exists(), machu_picchu.Client('http://localhost'))"
    assert run(python, "-I", "-c", asked).startswith("True <machu_picchu.client.Client")
