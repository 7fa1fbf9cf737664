"""The numbers of a rule book: each game keeps its own in `data.toml`, with the status and source of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, TypeVar

FILE = "data.toml"

Status = Literal["certain", "likely", "reconstructed", "ours"]

_ValueT = TypeVar("_ValueT")


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or word of the rule book, or several that belong together, with its certainty and its source."""

    value: Any
    status: Status
    source: str


class Facts(dict[str, Fact]):
    """The facts of a game by `section.name`."""

    def number(self, name: str) -> int:
        """The fact as a number. Raises TypeError if it is not one."""
        return _as(int, name, self[name].value)

    def numbers(self, name: str) -> tuple[int, ...]:
        """The fact as a list of numbers. Raises TypeError if it is not one."""
        return tuple(_as(int, name, each) for each in _as(list, name, self[name].value))

    def words(self, name: str) -> tuple[str, ...]:
        """The fact as a list of words. Raises TypeError if it is not one."""
        return tuple(_as(str, name, each) for each in _as(list, name, self[name].value))

    def section(self, section: str) -> dict[str, Any]:
        """The values of a section by name, in file order."""
        start = f"{section}."
        return {name.removeprefix(start): fact.value for name, fact in self.items() if name.startswith(start)}


def tables(package: str) -> dict[str, dict[str, Any]]:
    """Read the facts of a package as its file has them: each by its section and its name."""
    return tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))


def read(package: str) -> Facts:
    """Read the facts of a package. Raises TypeError for a fact without value, status or source."""
    return Facts(
        (f"{section}.{name}", Fact(**fact))
        for section, facts in tables(package).items()
        for name, fact in facts.items()
    )


def _as(kind: type[_ValueT], name: str, value: object) -> _ValueT:
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}, but must be {kind.__name__}")
    return value
