"""A match that is written at once, for tests, is the one that is played decision by decision."""

from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from tests.first import first
from tests.games.playing import play_out, play_randomly


def told(match: Match) -> list[Any]:
    """All that a match tells, without its times."""
    log = match.actions.order_by("ply").values_list("ply", "seat", "kind", "text", "source", "undone")
    seats = match.seats.order_by("number").values_list("number", "user", "points", "rank", "plan")
    facts = match.state, match.ply, match.status, match.reason, match.to_move
    times = [moment is None for moment in (match.asked_at, match.deadline, match.finished_at)]
    return [facts, times, list(log), list(seats)]


def twins(game: str, alice: User, bob: User) -> list[Match]:
    """Two matches with one deal and the same seats."""
    matches = [match_join(match=match_create(host=alice, game=game, others=[None]), user=bob) for _number in range(2)]
    one, other = matches
    assert one.ply == other.ply == 0
    Match.objects.filter(pk=other.pk).update(deal=one.deal, state=one.state, to_move=one.to_move)
    other.seats.update(user=None)
    for seat in one.seats.all():
        other.seats.filter(number=seat.number).update(user=seat.user)
    return [Match.objects.get(pk=match.pk) for match in matches]


@pytest.mark.parametrize("game", first(["princes"], of=GAMES))
@pytest.mark.parametrize("until", [None, 12])
def test_a_match_that_is_written_at_once_tells_the_same_as_a_played_one(
    game: str, until: int | None, alice: User, bob: User
) -> None:
    one, other = twins(game, alice, bob)
    played, written = play_randomly(one, Random(1), until=until), play_out(other, Random(1), until=until)
    assert written.status == (Match.Status.RUNNING if until else Match.Status.FINISHED)
    assert told(Match.objects.get(pk=written.pk)) == told(Match.objects.get(pk=played.pk))
    if until:
        assert written.ply >= until
        assert play_out(written, Random(1), until=until) == written
