"""Cups without the site: examples that can be checked by hand, and small cups compared with the plain way."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from django.conf import settings

from cups.pairing import duplicate, knock_out, round_robin, swiss
from cups.pairing.drawing import draw
from cups.pairing.duplicate import Dealt
from cups.pairing.standings import standings
from cups.pairing.tables import COMPUTER, Table, bye, meetings, points
from tests.cups import simulated

HALF = Fraction(1, 2)

ALONE = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import cups.pairing
for module in pkgutil.walk_packages(cups.pairing.__path__, "cups.pairing."):
    importlib.import_module(module.name)
"""


def test_pairing_needs_nothing_but_the_standard_library():
    command = [sys.executable, "-E", "-S", "-c", ALONE, str(settings.BASE_DIR)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr


def test_a_table_of_any_size_is_worth_the_same():
    assert points(Table((1, 2), (1, 2))) == {1: 1, 2: 0}
    assert points(Table((1, 2, 3), (2, 1, 2))) == {1: Fraction(1, 4), 2: 1, 3: Fraction(1, 4)}
    assert points(Table((1, COMPUTER, 2, 3), (3, 1, 2, 4))) == {1: Fraction(1, 3), 2: Fraction(2, 3), 3: 0}
    assert points(bye(7)) == {7: 1}


def test_equal_points_are_told_apart_by_opponents_then_by_their_own_games():
    rounds = [
        [Table((1, 2), (1, 2)), Table((3, 4), (1, 2))],
        [Table((1, 3), (1, 2)), Table((2, 4), (1, 2))],
    ]
    # 2 and 3 have one point each, and both met 1 and 4: they are equal, and have not met each other.
    assert [(line.player, line.place, line.points) for line in standings([1, 2, 3, 4], rounds, 2)] == [
        (1, 1, 2),
        (2, 2, 1),
        (3, 2, 1),
        (4, 4, 0),
    ]
    rounds.append([Table((2, 3), (2, 1)), Table((1, 4), (2, 1))])
    lines = standings([1, 2, 3, 4], rounds, 2)
    # 1 and 3 have two points and opponents with four: 1 has beaten 3.
    assert [(line.player, line.place) for line in lines] == [(1, 1), (3, 2), (2, 3), (4, 4)]
    assert [line.direct for line in lines] == [1, 0, 1, 0]


def test_a_draw_is_no_table_won():
    rounds = [[Table((1, 2), (1, 1)), Table((3, 4), (1, 2))]]
    assert {line.player: line.wins for line in standings([1, 2, 3, 4], rounds, 2)} == {1: 0, 2: 0, 3: 1, 4: 0}
    partners = [[Table((1, 2, 3, 4), (1, 2, 1, 2))]]
    assert {line.player: line.wins for line in standings([1, 2, 3, 4], partners, 4)} == {1: 1, 2: 0, 3: 1, 4: 0}
    dealt = [[Dealt((1, 2), (0, 0), (1, 1)), Dealt((3, 4), (5, -5), (1, 2))]]
    assert {line.player: line.wins for line in duplicate.standings([1, 2, 3, 4], dealt)} == {1: 0, 2: 0, 3: 1, 4: 0}


def test_a_bye_counts_as_an_opponent_with_half_the_points():
    rounds = [[Table((1, 2), (1, 2)), bye(3)], [Table((3, 1), (1, 2)), bye(2)]]
    lines = {line.player: line for line in standings([1, 2, 3], rounds, 2)}
    assert lines[3].opponents == 1 + 1  # a bye counts as half of two points; then 1, who has one
    assert lines[3].wins == 1


def test_no_two_meet_again_while_that_can_be():
    played = [(1, 2), (3, 4), (5, 6)]
    assert swiss.next_round([1, 2, 3, 4, 5, 6], 2, played, computers=False) == [(3, 1), (2, 5), (6, 4)]


def test_when_all_have_met_the_fewest_meet_again():
    played = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3), (1, 2), (3, 4)]
    assert {frozenset(table) for table in swiss.next_round([1, 2, 3, 4], 2, played, computers=False)} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }


def test_the_last_who_was_not_free_is_free():
    played = [(1, 2), (3, 4), (5,)]
    assert swiss.next_round([1, 2, 3, 4, 5], 2, played, computers=False)[-1] == (4,)
    # 3 would be free after 4, but then 1 and 2 would meet again.
    assert swiss.next_round([1, 2, 3], 2, [(1, 2), (3,)], computers=False) == [(3, 1), (2,)]


def pairs(tables):
    """The groups of people at tables, without the order of the seats."""
    return {frozenset(table) for table in tables}


def test_who_is_to_be_kept_apart_sits_elsewhere_as_near_as_can_be():
    order = [1, 2, 3, 4, 5, 6]
    drawn = swiss.next_round(order, 2, [], computers=False, apart=[(1, 2)])
    assert pairs(drawn) == {frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 6))}
    assert pairs(swiss.next_round(order, 2, [], computers=False)) == {
        frozenset((1, 2)),
        frozenset((3, 4)),
        frozenset((5, 6)),
    }


def test_rather_do_all_meet_again_than_those_sit_together_who_are_kept_apart():
    met = [(1, 2), (3, 4), (1, 4), (2, 3)]
    assert pairs(swiss.next_round([1, 2, 3, 4], 2, met, computers=False)) == {frozenset((1, 3)), frozenset((2, 4))}
    drawn = swiss.next_round([1, 2, 3, 4], 2, met, computers=False, apart=[(1, 3)])
    assert pairs(drawn) == {frozenset((1, 2)), frozenset((3, 4))}
    twice = [*met, *met, (1, 2), (3, 4), (1, 4), (2, 3)]
    assert pairs(swiss.next_round([1, 2, 3, 4], 2, twice, computers=False, apart=[(2, 4)])) == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }


def test_who_is_kept_apart_from_all_others_plays_all_the_same_and_repeats_decide():
    apart = [(1, 2), (1, 3), (1, 4)]
    assert pairs(swiss.next_round([1, 2, 3, 4], 2, [(1, 2)], computers=False, apart=apart)) == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert swiss.next_round([1, 2], 2, [], computers=False, apart=[(1, 2)]) == [(2, 1)]


def test_no_player_is_free_a_second_time_to_keep_two_apart():
    played = [(1, 2), (3,)]
    # 3 was free already, so 1 or 2 is, although 3 then plays against the other one.
    drawn = swiss.next_round([1, 2, 3], 2, played, computers=False, apart=[(1, 3), (2, 3)])
    assert drawn[-1] != (3,)
    # Of those who have not been free, the other one is, if that keeps two apart.
    assert swiss.next_round([1, 2, 3], 2, played, computers=False, apart=[(1, 3)])[-1] == (1,)
    assert swiss.next_round([1, 2, 3], 2, played, computers=False, apart=[(2, 3)])[-1] == (2,)


def test_tables_of_duplicate_and_drawn_round_robins_keep_people_apart_too():
    everybody = [1, 2, 3, 4, 5, 6, 7, 8]
    for drawn in (
        duplicate.next_round(everybody, 4, [], apart=[(1, 2), (1, 3)]),
        round_robin.next_round(everybody, everybody, 4, [], 0, computers=False, apart=[(1, 2), (1, 3)]),
    ):
        (table,) = [set(table) for table in drawn if 1 in table]
        assert not table & {2, 3}


def test_where_all_players_meet_they_meet_too():
    drawn = round_robin.next_round([1, 2, 3, 4], [1, 2, 3, 4], 2, [], 0, computers=False, apart=[(1, 4), (2, 3)])
    assert pairs(drawn) == {frozenset((1, 4)), frozenset((2, 3))}


def test_computer_players_sit_with_the_last_and_not_twice_with_the_same():
    first = swiss.next_round([1, 2, 3, 4, 5], 2, [], computers=True)
    assert {COMPUTER, 5} in [set(table) for table in first]
    second = swiss.next_round([1, 2, 3, 4, 5], 2, first, computers=True)
    assert {COMPUTER, 5} not in [set(table) for table in second]
    assert swiss.sizes(5, 4) == [3, 2]
    assert swiss.sizes(13, 4) == [4, 3, 3, 3]


def test_all_players_begin_equally_often():
    begun: Counter[int] = Counter()
    played = []
    for _ in range(7):
        tables = swiss.next_round([1, 2, 3, 4, 5, 6, 7, 8], 2, played, computers=False)
        begun.update(table[0] for table in tables)
        played += tables
    assert set(begun.values()) <= {3, 4}


@pytest.mark.parametrize("people", [2, 3, 4, 7, 8, 11, 16])
def test_all_players_meet_once_in_a_circle(people):
    everybody = list(range(1, people + 1))
    played = []
    for number in range(round_robin.rounds_wanted(people, 2)):
        played += round_robin.next_round(everybody, everybody, 2, played, number, computers=False)
    met = meetings(played)
    assert met == Counter(combinations(everybody, 2))
    assert len([table for table in played if len(table) == 1]) == (people if people % 2 else 0)


@pytest.mark.parametrize("full", [3, 5])
def test_all_players_meet_once_in_a_plane(full):
    everybody = list(range(1, full * full + 1))
    played = []
    for number in range(round_robin.rounds_wanted(full * full, full)):
        played += round_robin.next_round(everybody, everybody, full, played, number, computers=False)
    assert len(played) == full * (full + 1)
    assert meetings(played) == Counter(combinations(everybody, 2))


def test_the_best_seeds_meet_last():
    assert [set(table) for table in knock_out.next_round([1, 2, 3, 4, 5, 6, 7, 8], 2)] == [
        {1, 8},
        {2, 7},
        {3, 6},
        {4, 5},
    ]
    assert knock_out.next_round([1, 2, 3, 4, 5], 2) == [(4, 5), (1,), (2,), (3,)]
    assert knock_out.next_round([1, 2, 3, 4, 5, 6, 7, 8], 4) == [(1, 4, 5, 8), (2, 3, 6, 7)]
    assert knock_out.next_round([1, 2, 3], 4) == [(1, 2, 3, COMPUTER)]
    assert knock_out.next_round([1], 2) == []


def test_two_of_four_go_on_and_the_better_seed_of_equals():
    assert knock_out.staying([1, 2, 3, 4, 5], [Table((4, 3, 2, 1), (1, 2, 2, 4)), bye(5)], 4) == [2, 4, 5]
    assert knock_out.staying([1, 2, 3, 4], [Table((4, 3, 2, 1), (1, 2, 3, 4))], 4) == [4]
    lines = knock_out.standings(
        [1, 2, 3, 4], [[Table((4, 1), (1, 2)), Table((3, 2), (1, 2))], [Table((3, 4), (1, 2))]], 2
    )
    assert [(line.player, line.place) for line in lines] == [(3, 1), (4, 2), (1, 3), (2, 3)]


@pytest.mark.half_second
def test_a_search_that_would_take_too_long_ends_all_the_same():
    people = list(range(1, 21))
    played = []
    for _ in range(7):
        _, tables = draw([people], [5] * 4, meetings(played), 5)
        assert sorted(player for table in tables for player in table) == people
        played += tables
    met = meetings(played)
    assert max(met.values()) <= 3  # 280 meetings of 190 pairs


@pytest.mark.half_second
def test_small_cups_are_drawn_as_the_plain_way_draws_them():
    seen = simulated.Seen()
    for seed in range(40):
        seen += simulated.cup(seed, 4 + seed % 9)
    assert seen.examined > 30
    assert min(seen.left, seen.late, seen.timed_out, seen.byes, seen.with_computers, seen.repeats) > 0
    assert 0 < seen.together < seen.apart  # some cannot be kept apart


def test_in_a_round_robin_from_which_nobody_leaves_everyone_meets_everyone_once():
    seen = simulated.Seen()
    for seed in range(24):
        seen += simulated.cup(seed, 4 + seed % 5, system="robin", full=2)
    assert seen.everyone_met > 6
