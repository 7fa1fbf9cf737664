"""The facts a record may state besides the game: where, when, by whom and how fast it was played. Not replayed.

[Site "https://example.org/match/abcd2345/"]
[Date "2026-11-26"]
[Names "Alice;Owl"]
[Ratings "1612;-"]
[Pace "2d, weekends off"]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

NOBODY = "-"
"""Stands for a seat without a name or a rating."""

LONGEST_SITE = 200
LONGEST_NAME = 40
"""The longest URL of a site, and the longest name of a player, in characters."""

_SITE = re.compile(r"https?://[!#-:<-~]+")
_NAME = re.compile(r'[^\s";]+(?: [^\s";]+)*')
_RATING = re.compile(r"-|-?[1-9][0-9]{0,4}|0")
_PACE = re.compile(r"(?:live|none|[1-9][0-9]?d)(?:, weekends off)?")


class OccasionError(ValueError):
    """A value that a header cannot have; the arguments are the header and the reason."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The circumstances of a match as a record states them; "" and () for those left out. Dates are in UTC."""

    site: str = ""
    date: str = ""
    names: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()
    pace: str = ""

    def headers(self) -> list[tuple[str, str]]:
        """The known circumstances as headers, in order."""
        values = (self.site, self.date, ";".join(self.names), ";".join(self.ratings), self.pace)
        return [(name, value) for name, value in zip(HEADERS, values, strict=True) if value]


def occasion_from(headers: Mapping[str, str], seats: int) -> Occasion:
    """Parse the headers of a match with this many seats.

    Raises OccasionError, whose first argument is the header that is wrong and whose second one is the reason.
    """
    for name, value in headers.items():
        reason = _CHECKS[name](value, seats)
        if reason:
            raise OccasionError(name, reason)
    return Occasion(
        site=headers.get("Site", ""),
        date=headers.get("Date", ""),
        names=_parts(headers.get("Names", "")),
        ratings=_parts(headers.get("Ratings", "")),
        pace=headers.get("Pace", ""),
    )


def _parts(value: str) -> tuple[str, ...]:
    return tuple(value.split(";")) if value else ()


def _site(value: str, _seats: int) -> str:
    is_address = _SITE.fullmatch(value) and len(value) <= LONGEST_SITE
    return "" if is_address else f"{value!r} is no address of a page, like https://example.org/match/abcd2345/"


def _date(value: str, _seats: int) -> str:
    try:
        is_date = date.fromisoformat(value).isoformat() == value
    except ValueError:
        is_date = False
    return "" if is_date else f"{value!r} is no date, like 2026-11-26"


def _names(value: str, seats: int) -> str:
    names = value.split(";")
    if len(names) != seats:
        return f"there must be {seats} names with a semicolon between them, not {len(names)}"
    wrong = [name for name in names if not (_NAME.fullmatch(name) and name.isprintable() and len(name) <= LONGEST_NAME)]
    return f"{wrong[0]!r} is no name: 1 to {LONGEST_NAME} letters, or {NOBODY} for nobody" if wrong else ""


def _ratings(value: str, seats: int) -> str:
    ratings = value.split(";")
    if len(ratings) != seats:
        return f"there must be {seats} ratings with a semicolon between them, not {len(ratings)}"
    wrong = [rating for rating in ratings if not _RATING.fullmatch(rating)]
    return f"{wrong[0]!r} is no rating: a whole number, or {NOBODY} for none" if wrong else ""


def _pace(value: str, _seats: int) -> str:
    known = "live, none, or days like 2d, and behind them perhaps ', weekends off'"
    return "" if _PACE.fullmatch(value) else f"{value!r} is no pace: {known}"


_CHECKS: dict[str, Callable[[str, int], str]] = {
    "Site": _site,
    "Date": _date,
    "Names": _names,
    "Ratings": _ratings,
    "Pace": _pace,
}
HEADERS = tuple(_CHECKS)
"""The names of these headers, in the order of writing."""
