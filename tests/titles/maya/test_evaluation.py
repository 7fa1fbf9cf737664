"""The evaluation that computer players search with."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.titles.maya import rules as maya
from games.titles.maya.rules.ending import color_points
from games.titles.maya.rules.evaluation import WEIGHTS
from games.titles.maya.rules.tasks import tasks

from .positions import building, duel, ladders, priests


def test_guess_counts_priests() -> None:
    white, black = maya.evaluate(duel(priests=priests(t1=0, t3=0, t5=1)))
    assert white - black == 1


def test_guess_trusts_a_lead_more_the_fewer_ladders_may_come() -> None:
    """One more ladder at towers 1 and 5: one place is left at tower 1, three at tower 5."""
    at_1, at_5 = (maya.evaluate(duel(ladders=ladders(**{tower: (1, 0)}))) for tower in ("t1", "t5"))
    assert at_1[0] > at_5[0] > at_5[1] == 0


def test_guess_trusts_a_lead_at_a_finished_tower() -> None:
    white, _ = maya.evaluate(duel({5: "ttttt"}, ladders=ladders(t5=(1, 0))))
    assert white > 1


@pytest.mark.parametrize(("seats", "teams"), [(3, [(0,), (1,), (2,)]), (4, [(0, 2), (1, 3)])])
def test_guess_with_tasks_is_the_points_of_the_team_and_what_it_may_soon_connect(
    seats: int, teams: list[tuple[int, ...]]
) -> None:
    rng = Random(1)
    state = maya.start(maya.deal(seats, {}, rng))
    for _swap in range(20):
        state = maya.apply(
            state, rng.choice([swap for swap in maya.legal_actions(state) if not str(swap).endswith("end")])
        )
    sure = maya.evaluate(state, replace(WEIGHTS, one_swap_away=0, further_away=0))
    hoped = maya.evaluate(state)
    for team in teams:
        points = sum(color_points(state.towers, color) for seat in team for color in tasks(state)[seat])
        assert [sure[seat] for seat in team] == [points] * len(team)
        assert all(hoped[seat] > points for seat in team)
        assert len({hoped[seat] for seat in team}) == 1


def test_guess_while_the_towers_are_built_prefers_no_seat() -> None:
    for seats in maya.SEATS:
        assert maya.evaluate(building(seats, "r1")) == (0,) * seats


def test_there_is_no_standing_order() -> None:
    assert maya.STANDING_ORDERS == ()
    assert maya.automatic(maya.view(duel(), 1), {}) is None
