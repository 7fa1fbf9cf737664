"""A row is written by the columns that have changed: a match has forty, and others may have changed meanwhile."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tests.folders import OURS

NO_ROWS = ("super()", "form", "session", "request.session", "self.request.session")
"""What else can be saved: forms and sessions. Drawings are saved to a place."""


def test_every_saving_of_a_row_names_what_has_changed_or_says_that_it_is_new():
    files = [
        file for app in OURS for file in (settings.BASE_DIR / app).rglob("*.py") if file.parent.name != "migrations"
    ]
    saves = [(file, call) for file in files for call in saves_in(file)]
    assert len(saves) > 60
    assert [f"{file.relative_to(settings.BASE_DIR)}:{call.lineno}" for file, call in saves if not says_what(call)] == []


def saves_in(file: Path) -> Iterator[ast.Call]:
    """The calls of `save` that may be of a row."""
    text = file.read_text()
    for call in ast.walk(ast.parse(text)) if ".save(" in text else ():
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "save":
            is_to_a_place = any(keyword.arg in (None, "optimize") for keyword in call.keywords)
            if ast.unparse(call.func.value) not in NO_ROWS and not is_to_a_place:
                yield call


def says_what(call: ast.Call) -> bool:
    """Whether the call says what it writes."""
    return any(keyword.arg in ("update_fields", "force_insert") for keyword in call.keywords)
