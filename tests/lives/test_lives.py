"""Whatever people do with tables, in whatever order, the laws of matches hold."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from accounts.services import computer_players_ensure
from clubs.models import Member
from clubs.services.founding import club_found
from cups.models import Cup, Pairing, Round
from cups.services.entering import cup_begin, cup_enter, cup_open
from cups.services.rounds import cup_go_on
from games.engine import GAMES
from games.models import Match
from games.models.match import RESIGNED
from games.services.lobby.matches import match_create, match_join
from games.services.ratings.rebuild import ratings_rebuild
from ladders.services.challenging import bout_accept
from tests.games.monday import MONDAY
from tests.ladders.standing import challenge, ladder_of
from tests.lives import around, at_boards, at_tables, in_groups
from tests.lives.laws import broken_laws, broken_laws_of_groups
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


OVER = {"status": Match.Status.FINISHED, "reason": RESIGNED, "finished_at": MONDAY, "to_move": None, "deadline": None}


@pytest.fixture
def groups(alice: User, bob: User) -> None:
    """A cup in its first round, a ladder with a challenge that is being played, and a hidden club."""
    computer_players_ensure()
    cup = cup_open(host=alice, name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    for person in (alice, bob):
        cup_enter(cup=cup, user=person)
    cup_begin(cup=cup, user=alice)
    cup_go_on(cup=cup)
    bout_accept(bout=challenge(ladder_of([alice, bob]), bob, alice), user=alice)
    club_found(founder=alice, name="Andes Club", is_public=False)


@pytest.mark.parametrize(
    ("model", "facts", "law"),
    [
        (Pairing, {"match": None}, "waits for nothing"),
        (Cup, {"status": Cup.Status.OVER}, "is over without all results"),
        (Match, OVER, "is open, and its match is finished"),
        (User, {"is_active": False}, "someone who is gone is on a ladder"),
        (Member, {"standing": Member.Standing.MEMBER}, "has no host"),
    ],
)
def test_a_broken_law_of_a_group_is_noticed(groups: None, model: type[Model], facts: dict[str, Any], law: str) -> None:
    assert list(broken_laws_of_groups()) == []
    model._default_manager.update(**facts)
    assert [broken for broken in broken_laws_of_groups() if law in broken]


@pytest.mark.half_second
def test_a_seal_that_outlives_its_cup_is_noticed(groups: None) -> None:
    Pairing.objects.update(ranks=[1, 2])
    Round.objects.update(over_at=MONDAY)
    Cup.objects.update(status=Cup.Status.OVER)
    assert [broken for broken in broken_laws_of_groups() if "sealed" in broken] == []
    Match.objects.update(sealed_until=timezone.now() + timedelta(days=1), rated=False, access="link")
    assert [broken for broken in broken_laws_of_groups() if "is over, and keeps a match sealed" in broken]


def test_a_hidden_club_that_shows_its_tables_is_noticed(groups: None, alice: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    Match.objects.filter(pk=table.pk).update(club=Member.objects.get().club, access="anybody")
    assert [broken for broken in broken_laws_of_groups() if "is hidden, and shows" in broken]
