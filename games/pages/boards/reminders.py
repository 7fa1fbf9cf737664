"""The rules in short, each for the places of a board that it is about."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Reminder:
    """One line that reminds of a rule: `places` are names of places or what these begin with, with spaces between.

    `paragraph` is where the rules page tells the whole.
    """

    places: str
    words: str | Promise
    paragraph: str

    @property
    def number(self) -> str:
        """The paragraph as people write it: "5.1"."""
        return self.paragraph.partition("-")[2]
