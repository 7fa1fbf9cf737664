"""Ladders for tests: who is on them, who challenges whom, and how matches end."""

from collections.abc import Sequence

from accounts.models import User
from games.models import Match
from games.selectors.access import seats_of
from games.services.play.agreeing import end_agree
from games.services.play.resignation import resign
from ladders.models import Bout, Ladder
from ladders.services.challenging import bout_challenge
from ladders.services.joining import ladder_join
from ladders.tasks import sweep

GAME = "rapa_nui"


def ladder_of(people: Sequence[User], game: str = GAME) -> Ladder:
    """The ladder of a game with these people on it, the first at the top."""
    for person in people:
        ladder_join(game=game, user=person)
    return Ladder.objects.get(game=game)


def order(ladder: Ladder) -> list[str]:
    """The names of the people on a ladder, from the top."""
    rungs = ladder.rungs.filter(is_house=False).order_by("position")
    return list(rungs.values_list("user__username", flat=True))


def challenge(ladder: Ladder, user: User, other: User) -> Bout:
    """Let `user` challenge `other`."""
    return bout_challenge(ladder=ladder, user=user, rung=ladder.rungs.get(user=other, is_house=False).pk)


def win(match: Match, winner: User | None) -> None:
    """End the match: all others resign, or without a winner all agree to end it. Then run the sweep."""
    people = [seat.user for seat in seats_of(match) if seat.user is not None and not seat.user.is_computer]
    for person in people:
        match.refresh_from_db()
        if person != winner and match.status == Match.Status.RUNNING:
            if winner is None:
                end_agree(match=match, user=person)
            else:
                resign(match=match, user=person)
    sweep()
