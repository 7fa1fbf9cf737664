"""Programs that tests hand to another Python as text: a type checker sees no import in them, so this test does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

HEAD = re.compile(r'\A(?:"""(?:(?!""")[\s\S])*"""|#[^\n]*|from \S+ import (?:\([^)]*\)|[^\n]*)|import [^\n]*|\s+)*')
"""The docstring and the imports of a module. After them, few have the word: parsing all modules takes seconds."""
ROOT = Path(__file__).resolve().parents[2]
OURS = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists()}


def snippets() -> Iterator[tuple[str, str]]:
    """Each text in a test that is a program with imports of ours, with the place where it stands."""
    for file in sorted((ROOT / "tests").rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if "import " not in HEAD.sub("", source) or file == Path(__file__):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import " in node.value:
                try:
                    ast.parse(node.value)
                except SyntaxError:
                    continue
                yield f"{file.relative_to(ROOT)}:{node.lineno}", node.value


def missing(program: str) -> list[str]:
    """What the program imports of ours, and what is not there."""
    found = []
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in OURS:
            name = node.module or ""
            if find_spec(name) is None:
                found.append(name)
                continue
            module = import_module(name)
            found += [
                f"{name}.{alias.name}"
                for alias in node.names
                if not hasattr(module, alias.name) and find_spec(f"{name}.{alias.name}") is None
            ]
    return found


def test_programs_in_texts_import_what_is_there() -> None:
    programs = dict(snippets())
    assert len(programs) > 10
    assert {place: lost for place, program in programs.items() if (lost := missing(program))} == {}


def test_a_lost_module_would_be_noticed() -> None:
    assert missing("from deliveries.services import delivering, marking") == ["deliveries.services.marking"]
