"""Sections of a profile beyond games and ratings, added by the apps that build on games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Result:
    """Something that someone took part in, its page, and how they did."""

    name: str
    address: str
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """A list of results under a title; `key` is its name within the page."""

    key: str
    title: str
    results: tuple[Result, ...]


FINDERS: list[Callable[[User], Section | None]] = []
"""Each is called with every user whose profile is shown, except computer players."""


def sections_of(user: User) -> list[Section]:
    """All sections to show, in the order of the finders."""
    return [section for find in FINDERS if (section := find(user)) is not None]
