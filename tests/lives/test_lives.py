"""Whatever people do with tables, in whatever order, the laws of matches hold."""

from random import Random
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.ratings.rebuild import ratings_rebuild
from tests.games.monday import MONDAY
from tests.lives import around, at_boards, at_tables, in_groups
from tests.lives.laws import broken_laws
from tests.lives.life import STEPS, Life

pytestmark = pytest.mark.django_db

LENGTH = 400
"""How many steps a life has: some thirty matches begin in it, and half of them end."""

SEEDS = range(8)
FEW = SEEDS[:2]
"""The lives in the lane `long`; all others are in the lane `slow`."""


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.long if seed in FEW else pytest.mark.slow) for seed in SEEDS]
)
def test_the_laws_hold_whatever_people_do(seed: int) -> None:
    with time_machine.travel(MONDAY, tick=False) as clock:
        Life(clock, Random(seed)).live(LENGTH)
    assert len(set(Match.objects.filter(status=Match.Status.FINISHED).values_list("reason"))) >= 2
    assert [game for game in GAMES if ratings_rebuild(game=game, write=False).differs] == []


def test_every_step_is_lived() -> None:
    modules = (around, at_boards, at_tables, in_groups)
    assert {taken.__module__ for taken, _weight in STEPS} == {module.__name__ for module in modules}


@pytest.mark.parametrize(
    ("facts", "law"),
    [
        ({"to_move": None, "deadline": None}, "it waits for the wrong seat"),
        ({"deadline": None}, "a clock runs that should stand, or the other way round"),
        ({"asked_at": MONDAY}, "a computer player is not asked, or asked in vain"),
        ({"ply": 7}, "the log has gaps"),
        ({"claimable_by": 0}, "a win is on offer, but not to the only one who is left"),
        ({"status": "broken"}, "it is on hold, and a clock runs"),
    ],
)
def test_a_broken_law_is_noticed(alice: User, bob: User, facts: dict[str, Any], law: str) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    assert list(broken_laws(match)) == []
    Match.objects.filter(pk=match.pk).update(**facts)
    assert law in list(broken_laws(Match.objects.get(pk=match.pk)))
