"""The pure rules of ladders."""

import subprocess
import sys

import pytest

from ladders.ranking import climbed, places, reached, swapped


def test_the_winner_takes_the_place_and_those_between_move_one_down():
    assert climbed("ABCDE", "D", "B") == ["A", "D", "B", "C", "E"]
    assert climbed("ABCDE", "E", "A") == ["E", "A", "B", "C", "D"]
    assert climbed("AB", "B", "A") == ["B", "A"]


def test_who_does_not_play_changes_places():
    assert swapped("ABCDE", "D", "B") == ["A", "D", "C", "B", "E"]
    assert swapped("AB", "B", "A") == ["B", "A"]


@pytest.mark.parametrize("rule", [climbed, swapped])
def test_who_is_above_meanwhile_stays_where_they_are(rule):
    assert rule("ABCDE", "B", "D") == list("ABCDE")


def test_house_rungs_have_no_place():
    assert places([True, False, False, True, False]) == [None, 1, 2, None, 3]
    assert places([]) == []


def test_reach_counts_people_and_takes_house_rungs_along():
    nobody, house = False, True
    assert reached([nobody] * 9, 8, 5) == range(3, 8)
    assert reached([nobody] * 3, 2, 5) == range(0, 2)
    assert reached([nobody, nobody, house, nobody, nobody], 4, 2) == range(1, 4)
    assert reached([house, nobody, nobody], 2, 1) == range(1, 2)
    assert reached([house, nobody], 1, 5) == range(0, 1)
    assert reached([nobody], 0, 5) == range(0, 0)


def test_it_needs_nothing_but_the_standard_library():
    code = "import sys, ladders.ranking; assert not {'django', 'games'} & set(sys.modules), sys.modules"
    subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.'); {code}"], check=True)
