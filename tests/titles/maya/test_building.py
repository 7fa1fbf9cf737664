"""Building the towers together (MAY 2, option `setup=build`)."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from games.titles.maya import rules as maya
from games.titles.maya.rules.pieces import COLORS

from .positions import building, play, texts

BASES = ("r1", "o2", "y3", "g4", "t5", "b6", "p7", "k8", "n9")


def test_may_2_first_piece_may_be_any_colour_on_any_tower() -> None:
    assert texts(building(2)) == [f"place {color} {tower}" for color in COLORS for tower in range(1, 10)]


def test_may_2_a_colour_and_a_tower_are_used_once_on_a_level() -> None:
    assert texts(building(2, "y4")) == [
        f"place {color} {tower}" for color in "rogtbpkn" for tower in (1, 2, 3, 5, 6, 7, 8, 9)
    ]


def test_may_2_all_bases_come_first() -> None:
    assert texts(building(2, *BASES[:8])) == ["place n 9"]
    assert len(building(2, *BASES).towers[0]) == 1


def test_may_2_no_tower_twice_the_same_colour() -> None:
    assert texts(building(2, *BASES)) == [
        f"place {color} {tower}" for color in COLORS for tower in range(1, 10) if f"{color}{tower}" not in BASES
    ]


def test_may_2_a_level_must_stay_completable() -> None:
    """Two pieces are left, red and orange, for towers 1 and 2 with these bases: each must go on the other's."""
    state = building(2, *BASES, "y4", "g3", "t6", "b5", "p8", "k9", "n7")
    assert texts(state) == ["place r 2", "place o 1"]


def test_may_2_a_placement_that_leaves_no_way_to_fill_the_level_is_not_offered() -> None:
    """Red, orange and yellow are left for the towers 1, 2 and 9. With red on 9, orange must go on 1."""
    state = building(2, *BASES, "g3", "t4", "b5", "p6", "k7", "n8")
    assert texts(state) == ["place r 2", "place r 9", "place o 1", "place o 9", "place y 1", "place y 2", "place y 9"]
    assert texts(play(state, "place r 9")) == ["place o 1", "place y 2"]


def fillable(towers: tuple[str, ...], colors: list[str], places: list[int]) -> bool:
    return any(
        all(color not in towers[place - 1] for color, place in zip(order, places, strict=True))
        for order in permutations(colors)
    )


@pytest.mark.parametrize("seed", range(6))
def test_may_2_offers_are_those_after_which_some_order_fills_the_level(seed: int) -> None:
    """Checked by trying every order of the remaining pieces, where there are few."""
    rng = Random(seed)
    state = building(3)
    while not state.is_built:
        height = min(map(len, state.towers))
        places = [number for number, tower in enumerate(state.towers, 1) if len(tower) == height]
        if len(places) <= 5:
            used = {tower[height] for tower in state.towers if len(tower) > height}
            colors = [color for color in COLORS if color not in used]
            assert texts(state) == [
                f"place {color} {place}"
                for color in colors
                for place in places
                if color not in state.towers[place - 1]
                and fillable(
                    state.towers, [left for left in colors if left != color], [left for left in places if left != place]
                )
            ]
        state = maya.apply(state, rng.choice(maya.legal_actions(state)))


def built(seats: int) -> list[maya.State]:
    """Every position while the towers are built, including the first turn."""
    states = [building(seats)]
    while not states[-1].is_built:
        states.append(maya.apply(states[-1], maya.legal_actions(states[-1])[0]))
    return states


@pytest.mark.parametrize("seats", maya.SEATS)
def test_may_2_seats_place_in_turn_from_seat_0(seats: int) -> None:
    states = built(seats)
    assert [maya.to_move(state) for state in states[:-1]] == [piece % seats for piece in range(45)]


def test_may_2_after_the_last_piece_black_places_the_monolith() -> None:
    state = built(2)[-1]
    assert maya.to_move(state) == 1
    assert len(texts(state)) == 48
    assert maya.to_move(play(state, "monolith 1-2@2")) == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_may_2_seat_0_makes_the_first_swap_whichever_seat_placed_last(seats: int) -> None:
    state = built(seats)[-1]
    assert maya.to_move(state) == 0
    assert len(texts(state)) == 48


@pytest.mark.parametrize("seats", [3, 4])
def test_may_2_task_cards_are_dealt_after_the_last_piece(seats: int) -> None:
    *before, last = built(seats)
    for state in before:
        for seat in range(seats):
            view = maya.view(state, seat)
            assert (view.tasks, view.centre_card) == ((None,) * seats, None)
    view = maya.view(last, 1)
    assert view.centre_card == last.towers[4][0]
    assert view.tasks[1] is not None
    assert [maya.reveals(state, maya.legal_actions(state)[0]) for state in before] == [False] * 44 + [True]
