"""What someone looks for among the open tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from games.models import Match
from games.selectors.lobby.admission import fitting, hosted_by

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A filter for open tables; empty fields and None let every table pass.

    `printed`: played by the printed rules, or with a variant. `lowest` and `highest` are bounds of the host's rating.
    `joinable`: only tables at which the reader may sit down without a password.
    """

    seats: int | None = None
    printed: bool | None = None
    rated: bool | None = None
    pace: str = ""
    lowest: int | None = None
    highest: int | None = None
    language: str = ""
    joinable: bool = False

    def condition(self, reader: User | None) -> Q:
        """The condition on tables. A reader who is not logged in has no rating or record: all pass as joinable."""
        found = Q()
        if self.seats is not None:
            found &= Q(seat_count=self.seats)
        if self.printed is not None:
            found &= Q(options="") if self.printed else ~Q(options="")
        if self.rated is not None:
            found &= Q(rated=self.rated)
        if self.pace:
            found &= Q(pace=self.pace)
        if self.lowest is not None or self.highest is not None:
            found &= hosted_by(self.lowest, self.highest)
        if self.language:
            found &= Q(host__language=self.language)
        if self.joinable and reader is not None:
            found &= ~Q(access=Match.Access.PASSWORD)
            found &= _FOR_GUESTS if reader.is_guest else fitting(reader)
        return found


_FOR_GUESTS = Q(rated=False, lowest_rating=None, highest_rating=None, least_reliability=None)
