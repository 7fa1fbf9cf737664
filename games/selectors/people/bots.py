"""People's bots, with their ratings."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from accounts.models import User
from accounts.names import normal
from accounts.selectors import of_closed_account
from games.models import Rating
from games.models.rating import ALL_SEATS, ALL_TIME
from games.selectors.records.lists import PAGE


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the list by name, and the cursor for the next one, empty at the end."""

    bots: tuple[User, ...]
    """Each with its owner, and its all-time ratings as `ratings_shown`."""
    following: str


def bots(*, after: str = "", limit: int = PAGE) -> Stretch:
    """The bots whose names come after `after`, without those of closed accounts: two queries."""
    ratings = Rating.objects.filter(season=ALL_TIME, seats=ALL_SEATS).order_by("-standing")
    found = User.objects.exclude(of_closed_account()).filter(owner__isnull=False, username__gt=normal(after))
    listed = found.select_related("owner").prefetch_related(Prefetch("ratings", ratings, "ratings_shown"))
    page = list(listed.order_by("username")[: limit + 1])
    return Stretch(tuple(page[:limit]), page[limit - 1].username if len(page) > limit else "")
