"""docs/arena.md reports the contests that tests.bench.arena plays, and the results are what the levels promise."""

import re

from tests.ai.report import ARENA, rows
from tests.bench.arena import NAMES, Contest, at_a_table, contests, searches

ALL = [contest for contest in contests() if len(contest.levels) > 2]
AT_A_TABLE = list(at_a_table())
PAIRS = [contest for contest in contests() if contest not in (*ALL, *AT_A_TABLE)]


def asked(contest: Contest) -> list[str]:
    """The first cells of its line in the report."""
    seats = [str(contest.seats)] if contest.seats > 2 else []
    return [NAMES[contest.game], *seats, *contest.levels, str(contest.games), searches(contest)]


def test_every_contest_of_neighbours_has_its_line() -> None:
    assert [row[:5] for row in rows("Two seats") if len(row) == 7] == [asked(one) for one in PAIRS if one.seats == 2]
    assert [row[:6] for row in rows("More seats")] == [asked(one) for one in PAIRS if one.seats > 2]


def test_so_has_every_contest_with_the_time_of_a_table() -> None:
    assert [row[:5] for row in rows("As at a table") if len(row) == 7] == [asked(one) for one in AT_A_TABLE]


def test_with_two_seats_each_level_wins_seventy_of_a_hundred_against_the_one_below() -> None:
    shares = [row for heading in ("Two seats", "As at a table") for row in rows(heading) if len(row) == 7]
    assert min(int(row[5].removesuffix(" %")) for row in shares) >= 70


def test_with_more_seats_each_level_has_a_better_mean_rank_than_the_one_below() -> None:
    for row in rows("More seats"):
        under, over = map(float, row[7].split(", "))
        assert over < under


def test_every_round_robin_has_its_table() -> None:
    headings = re.findall(r"^(.+), (\d) seats, (\d+) games of every pair, P = (\d+):$", ARENA, re.MULTILINE)
    assert headings == [(NAMES[one.game], str(one.seats), str(one.games), str(one.proportional)) for one in ALL]
