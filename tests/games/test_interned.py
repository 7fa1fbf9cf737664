"""Interned values: creating one again, copying it or unpickling it gives the same object."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from games.engine.interned import interned


@interned
class Walk:
    """A test value."""

    to: str
    steps: int = 1

    def __str__(self) -> str:
        return f"walk {self.to} x{self.steps}"


@interned
class Rest:
    """Another test value."""


def test_the_same_fields_are_the_same_value():
    walk = Walk("trail")
    assert Walk(to="trail", steps=1) is walk
    assert Walk("trail", 1) is walk
    assert replace(Walk("trail", 2), steps=1) is walk
    assert Rest() is Rest()


def test_other_fields_are_another_value():
    assert Walk("trail") != Walk("trail", 2)
    assert len({Walk("trail"), Walk("trail", 2), Walk("city"), Walk("city"), Rest()}) == 4


def test_copies_and_what_was_pickled_are_the_same_value():
    walk = Walk("trail", 2)
    assert copy.copy(walk) is walk
    assert copy.deepcopy((walk,))[0] is walk
    assert pickle.loads(pickle.dumps(walk)) is walk


def test_it_is_as_frozen_and_shows_itself_as_ever():
    walk = Walk("trail", 2)
    assert repr(walk) == "Walk(to='trail', steps=2)"
    assert str(walk) == "walk trail x2"
    with pytest.raises(FrozenInstanceError):
        walk.steps = 3  # type: ignore[misc]
    assert not hasattr(walk, "__dict__")
