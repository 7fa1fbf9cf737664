"""Short reminders of the rules, each for the places of a board that it is about."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Reminder:
    """A one-line reminder of a rule: `places` are names of places or their prefixes, separated by spaces.

    `paragraph` is where the rules page has the full rule.
    """

    places: str
    words: str | Promise
    paragraph: str

    @property
    def number(self) -> str:
        """The number of the paragraph as people write it: "5.1"."""
        return self.paragraph.partition("-")[2]
