"""Services write only the columns that they change: a match has forty, some of them large."""

import ast

from django.conf import settings

SERVICES = sorted((settings.BASE_DIR / "games/services").rglob("*.py"))


def test_whoever_saves_a_row_names_what_has_changed():
    bare = [
        f"{file.name}:{call.lineno}"
        for file in SERVICES
        for call in ast.walk(ast.parse(file.read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "save"
        and not any(keyword.arg == "update_fields" for keyword in call.keywords)
    ]
    assert len(SERVICES) > 30
    assert bare == []
