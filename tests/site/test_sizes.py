"""What a reader must hold in mind at once stays small."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

LONGEST = 60
"""Lines of a function, decorators aside."""


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file in which one may be too long, with its lines."""
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if text.count("\n") > LONGEST else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.half_second
def test_no_function_of_the_product_is_longer_than_a_page() -> None:
    root = settings.BASE_DIR
    apps = [folder for folder in root.iterdir() if (folder / "__init__.py").exists() and folder.name != "tests"]
    files = [file for app in apps for file in app.rglob("*.py") if "migrations" not in file.parts]
    assert len(files) > 500
    long = [
        f"{file.relative_to(root)}: {name}, {lines} lines"
        for file in files
        for name, lines in functions(file)
        if lines > LONGEST
    ]
    assert long == []
