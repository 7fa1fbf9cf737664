"""Finished matches for lists, and the codes of the matches that are listed."""

from collections.abc import Callable
from datetime import UTC, datetime

from accounts.models import User
from games.models import Match, Seat
from games.selectors.records import lists

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def finished(code: str, *users: User, at: datetime = LONG_AGO, access: str = "anybody") -> Match:
    """A finished match in which the users came in this order."""
    match = Match.objects.create(
        code=code,
        invite="",
        game="rapa_nui",
        seat_count=len(users),
        rules_version="1",
        access=access,
        status=Match.Status.FINISHED,
        deal="dealt",
        state={},
        reason="deck",
        finished_at=at,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=user, points=50 - number, rank=number + 1, ended_at=at)
        for number, user in enumerate(users)
    )
    return match


def codes(found: list[lists.Row] | list[int]) -> list[str]:
    """The codes of matches that are listed as rows or keys."""
    codes_of = dict(Match.objects.values_list("pk", "code"))
    return [one.match.code if isinstance(one, lists.Row) else codes_of[one] for one in found]


def all_pages(listed: Callable[..., lists.Stretch], *, limit: int) -> list[str]:
    """The codes of a whole list, read page by page; no page is longer than `limit`."""
    found, cursor = [], ""
    while True:
        stretch = listed(cursor=cursor, limit=limit)
        assert len(stretch.keys) <= limit
        found += codes(stretch.keys)
        cursor = stretch.following
        if not cursor:
            return found
