"""Copies of frozen values: equal to those of `dataclasses.replace`, and as frozen as the original."""

from __future__ import annotations

import dataclasses
from dataclasses import FrozenInstanceError, dataclass, field
from random import Random

import pytest

from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.copies import copier, maker, replace


@dataclass(frozen=True, slots=True)
class Hut:
    place: str
    incas: int = 0
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class Palace(Hut):
    rooms: int = 9


@dataclass(frozen=True, slots=True)
class Inn:
    place: str
    guests: int
    known: str | None = field(default=None, init=False, compare=False)


def test_a_copy_has_what_was_changed_and_keeps_the_rest():
    hut = Hut("terraces", 2, is_full=True)
    assert replace(hut, incas=3) == Hut("terraces", 3, is_full=True)
    assert replace(hut, is_full=False, place="pasture") == Hut("pasture", 2)
    assert replace(hut) == hut
    assert hut == Hut("terraces", 2, is_full=True)


def test_a_copy_is_a_value_of_its_class_and_as_frozen():
    copy = replace(Hut("terraces"), incas=1)
    assert type(copy) is Hut
    assert hash(copy) == hash(Hut("terraces", 1))
    assert repr(copy) == repr(Hut("terraces", 1))
    with pytest.raises(FrozenInstanceError):
        copy.incas = 2  # type: ignore[misc]


def test_a_class_that_adds_fields_to_another_is_copied_too():
    palace = replace(Palace("terraces", rooms=12), incas=4)
    assert palace == Palace("terraces", 4, rooms=12)
    assert replace(palace, rooms=13) == Palace("terraces", 4, rooms=13)


def test_a_field_there_is_not_is_refused_by_name():
    with pytest.raises(TypeError, match="Hut has no field llamas"):
        replace(Hut("terraces"), llamas=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_states_of_every_game_are_copied_as_replace_does(game: AnyGame):
    state = game.start(game.deal(game.SEATS[0], {}, Random(1)))
    seats = tuple(reversed(state.seats)) if isinstance(state.seats, tuple) else state.seats
    copy = replace(state, seats=seats)
    assert copy == dataclasses.replace(state, seats=seats)
    assert hash(copy) == hash(dataclasses.replace(state, seats=seats))
    assert replace(state) == state


def test_a_copier_is_asked_for_once_and_gives_the_same_copies():
    fill = copier(Hut, "incas", "is_full")
    hut = Hut("terraces")
    assert fill(hut, 4, True) == Hut("terraces", 4, is_full=True)
    assert hut == Hut("terraces")


def test_a_maker_makes_what_the_class_makes():
    made = maker(Hut)("terraces", incas=3, is_full=False)
    assert made == Hut("terraces", 3)
    assert type(made) is Hut
    with pytest.raises(FrozenInstanceError):
        made.incas = 2  # type: ignore[misc]


def test_what_no_caller_gives_is_not_copied():
    inn = Inn("road", 2)
    object.__setattr__(inn, "known", "computed")
    for copy in (replace(inn, guests=3), copier(Inn, "guests")(inn, 3), maker(Inn)("road", 3)):
        assert copy == Inn("road", 3)
        assert copy.known is None
