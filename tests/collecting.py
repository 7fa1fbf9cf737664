"""Which files of tests need not be imported, as none of their tests would run."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression

WRITTEN_OUT = ("browser", "stack", "conformance")
"""The marks that a test has only if its file says so. Their tests are many files, and each lane runs those of one."""

OF_ALL = re.compile(r"^pytestmark = pytest\.mark\.(\w+)$", re.MULTILINE)
OF_SOME = re.compile(r"\bmark\.(\w+)")


def unwritten(items: list[pytest.Item]) -> list[str]:
    """The tests that have such a mark although their file does not say so: their lane would miss them."""
    return [
        item.nodeid
        for item in items
        for mark in {mark.name for mark in item.iter_markers()}.intersection(WRITTEN_OUT)
        if mark not in marks_in(item.path)
    ]


@cache
def marks_in(file: Path) -> frozenset[str]:
    """The marks that the file gives to some of its tests, or to all."""
    return frozenset(OF_SOME.findall(file.read_text()))


def may_have_tests(file: Path, expression: str) -> bool:
    """Whether a test in `file` may have marks that fit the expression, as after pytest's option `-m`."""
    text = file.read_text()
    of_all, of_some = set(OF_ALL.findall(text)), set(OF_SOME.findall(text))
    known = {mark: mark in of_all for mark in WRITTEN_OUT if mark in of_all or mark not in of_some}
    return may_hold(expression, frozenset(known.items()))


@cache
def may_hold(expression: str, known: frozenset[tuple[str, bool]]) -> bool:
    """Whether the expression can be true for a test with and without these marks, whatever other marks it has."""
    compiled = Expression.compile(expression)
    others = sorted(set(re.findall(r"\w+", expression)) - dict(known).keys() - {"and", "or", "not"})
    for values in product((False, True), repeat=len(others)):
        holds = dict(known) | dict(zip(others, values, strict=True))
        if compiled.evaluate(lambda mark, holds=holds, **_more: holds[mark]):
            return True
    return False
