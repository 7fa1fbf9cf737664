"""What the site answers at every address: `table.txt`, read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.permissions.cast import ROLES

TABLE = Path(__file__).with_name("table.txt")


class Question(NamedTuple):
    """A row of the table: a URL's name, the suffix for the match it is about, and the method."""

    name: str
    about: str
    method: str

    def __str__(self) -> str:
        return f"{self.name + self.about:42}{self.method:5}"


@cache
def table() -> dict[Question, dict[str, str]]:
    """The answers in the table, by role."""
    lines = [line.split() for line in TABLE.read_text().splitlines() if line and line[0] != "#"]
    head, *rows = lines
    assert head == ["address", "asked", *ROLES]
    found = {}
    for address, method, *answers in rows:
        name, at, about = address.partition("@")
        question = Question(name, at + about, method)
        assert question not in found, f"{question} is written twice"
        found[question] = dict(zip(ROLES, answers, strict=True))
    return found
