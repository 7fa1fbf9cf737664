"""Games that would not end by the printed rules (MAY 4.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.titles.maya import rules as maya
from games.titles.maya.rules.turns import begun

from .positions import FINISHED, duel, play, table

AROUND = ("swap 1-4@5", "swap 6-9@4", "swap 1-4@5", "swap 6-9@4")
"""Four swaps after which all towers are as before; none of them makes a connection."""


def reason(state: maya.State) -> str | None:
    outcome = maya.outcome(state)
    return None if outcome is None else outcome.reason


def test_may_4_8_third_time_of_a_position_ends_the_game() -> None:
    """In the first position the monolith is elsewhere, so the position after the first swap is the one that repeats."""
    state = play(duel(), *AROUND * 2)
    assert state.repeats == 2
    assert reason(state) is None
    state = play(state, AROUND[0])
    assert state.repeats == 3
    assert reason(state) == "repetition"


def test_may_4_8_first_position_of_the_game_counts() -> None:
    state = play(duel(monolith=(6, 9), raven=4), *AROUND[:3], *AROUND[3:], *AROUND[:3])
    assert reason(state) is None
    assert reason(play(state, AROUND[3])) == "repetition"


def test_may_4_8_position_of_the_raven_makes_a_difference_with_two_seats() -> None:
    state = play(duel(monolith=(6, 9), raven=3), *AROUND * 2)
    assert state.repeats == 2
    assert reason(state) is None


def test_may_4_8_position_of_the_raven_makes_none_with_more_seats() -> None:
    state = play(table(4, monolith=(6, 9), raven=3), *AROUND * 2)
    assert reason(state) == "repetition"


def test_may_4_8_seat_to_move_makes_a_difference() -> None:
    """With three seats it takes twelve swaps until the same seat sees the same position again."""
    state = play(table(3), *AROUND * 6)
    assert state.repeats == 2
    assert reason(state) is None
    assert reason(play(state, AROUND[0])) == "repetition"


def test_may_4_8_sixty_swaps_without_a_new_connection_end_the_game() -> None:
    state = replace(duel(), seen=tuple(map(str, range(60))))
    assert state.quiet_swaps == 59
    after = play(state, "swap 1-4@5")
    assert after.quiet_swaps == 60
    assert reason(after) == "no_progress"


def test_may_4_8_new_connection_counts_anew() -> None:
    state = replace(duel(), seen=tuple(map(str, range(60))))
    after = play(state, "swap 1-2@5")
    assert (after.quiet_swaps, after.repeats) == (0, 1)
    assert reason(after) is None


@pytest.mark.parametrize(
    ("towers", "seen", "expected"),
    [
        (FINISHED, ("again",) * 3, "no_swap"),
        (duel().towers, (*map(str, range(58)), *("again",) * 3), "repetition"),
        (duel().towers, tuple(map(str, range(61))), "no_progress"),
    ],
)
def test_may_4_8_reasons_are_looked_at_in_order(towers: tuple[str, ...], seen: tuple[str, ...], expected: str) -> None:
    assert reason(replace(begun(replace(duel(), towers=towers)), seen=seen)) == expected


def test_may_4_8_announcement_comes_before_all_of_them() -> None:
    assert reason(replace(table(towers=FINISHED), announced=0)) == "announced"
