"""What a position caches about itself: always true of its towers, and no part of the position."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine.codec import decode, encode
from games.titles.maya import rules as maya
from games.titles.maya.rules.swaps import bonds, swaps
from games.titles.maya.rules.turns import legal_swaps, raven_in_force


@pytest.mark.parametrize("seats", maya.SEATS)
def test_what_is_kept_through_a_game_is_what_its_towers_say(seats: int):
    rng = Random(seats)
    state = maya.start(maya.deal(seats, {}, rng))
    while legal := maya.legal_actions(state):
        assert state.bonds in (None, bonds(state.towers))
        if state.seen:
            assert legal_swaps(state) == swaps(state.towers, state.monolith, raven_in_force(state))
        assert replace(state) == state
        assert maya.legal_actions(replace(state)) == legal
        state = maya.apply(state, rng.choice(legal))


def test_what_is_kept_is_no_part_of_the_position():
    state = maya.start(maya.deal(3, {}, Random(1)))
    other = maya.start(maya.deal(3, {}, Random(1)))
    assert maya.legal_actions(state)
    assert state.legal is not None
    assert other.legal is None
    assert (state, hash(state), repr(state), encode(state)) == (other, hash(other), repr(other), encode(other))
    assert decode(maya.State, encode(state)).legal is None
