"""The pictures on the rules pages show positions that can happen."""

from games.titles.maya.board import rulebook as maya
from games.titles.maya.board.rulebook import BOUND, BUILT, BUILT_PLACES, SWAPPED
from games.titles.maya.rules.board import PAIRS
from games.titles.maya.rules.data import LADDER_PLACES


def test_no_two_towers_of_an_example_hold_the_same_piece() -> None:
    for first, second in (SWAPPED[0], BOUND, BUILT[0]):
        assert len(first) == len(second) == 5
        assert [level for level, (one, other) in enumerate(zip(first, second, strict=True), 1) if one == other] == []


def test_finished_tower_of_may_4_4_has_the_ladder_places_of_neighbours() -> None:
    assert BUILT_PLACES in PAIRS
    places = [LADDER_PLACES[tower - 1] for tower in BUILT_PLACES]
    before, after = maya.examples()["built"]
    for pair in (before, after):
        assert [len(tower.stairs) for tower in pair.towers] == places
    first, second = ([stair.side for stair in tower.stairs] for tower in after.towers)
    assert first == ["white", "white", ""]
    assert second == ["black", "black"]
    assert [tower.priest for tower in after.towers] == ["", "white"]
