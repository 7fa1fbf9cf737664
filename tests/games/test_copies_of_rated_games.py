"""A copy of a running rated game is refused, however it was made and whatever things are called in it."""

from collections.abc import Iterator
from itertools import islice

import pytest

from accounts.models import User
from common.refusals import Refused
from games.engine.record import Record
from games.services.fair_play.rated_games import check_match_not_a_rated_game
from tests.contract.played import Kind, kinds, play
from tests.first import first
from tests.games.advised import is_refused, rated
from tests.games.copies import (
    KINDS,
    are_there,
    board,
    by_other_numbers,
    differs,
    in_other_orders,
    with_seats_renumbered,
)
from tests.games.staged import staged

TABLES = [kind for kind in kinds() if not kind.options and kind.policy == "mixed" and kind.number == 0]
LARGE = {table.key: table for table in TABLES}
"""The table of each game with the most seats, where there are copies of all kinds."""
SOME = 2


def moments(table: Kind) -> Iterator[Record]:
    """Running games that can be told apart by what everyone sees, whatever names things have."""
    for number in range(2):
        played = play(table._replace(number=number))
        unnamed = played.game.APART[played.seats].everybody.unnamed
        progress = [played.game.progress(played.game.view(state, None)) for state in played.states[:-1]]
        first = next(ply for ply, each in enumerate(progress) if each >= unnamed)
        for tenths in (7, 5, 8):
            yield played.record(max(first, len(progress) * tenths // 10))


def first_moment(table: Kind) -> Record:
    return next(moments(table))


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([LARGE["maya"], LARGE["princes"]], of=TABLES), ids=str)
def test_every_copy_that_leads_to_the_same_is_refused(table: Kind, people: list[User], stranger: User) -> None:
    missing = [kind for kind in KINDS[table.key] if are_there(kind, table.seats)]
    for record in moments(table):
        match = rated(record, people)
        for kind in tuple(missing):
            for copy in islice((copy for copy in kind(record) if differs(record, copy)), SOME):
                for user in (people[1], stranger):
                    assert is_refused(copy, user), (kind.__name__, user)
                missing = [each for each in missing if each != kind]
        match.delete()
        if not missing:
            break
    assert not missing


@pytest.mark.half_second
@pytest.mark.parametrize(
    "table", first([LARGE["maya"]], of=[table for table in TABLES if table.key == "maya"]), ids=str
)
def test_a_game_is_refused_that_is_shorter_than_the_rated_one(table: Kind, people: list[User], stranger: User) -> None:
    record = first_moment(table)
    for kind in KINDS["maya"]:
        for copy in islice(kind(record), are_there(kind, table.seats)):
            match = rated(copy, people)
            for user in (people[1], stranger):
                assert is_refused(record, user), kind.__name__
            match.delete()


@pytest.mark.half_second
@pytest.mark.parametrize("seats", [3, 4])
def test_two_swaps_of_maya_that_changed_places_are_no_hint_either(seats: int, people: list[User]) -> None:
    """The original bug: the board is the same to the last piece, and a player of the table asks elsewhere."""
    record = first_moment(next(table for table in TABLES if (table.key, table.seats) == ("maya", seats)))
    rated(record, people)
    copy = next(in_other_orders(record))
    assert board(copy) == board(record)
    for user in people[:seats]:
        with pytest.raises(Refused):
            check_match_not_a_rated_game(staged(copy, people), user)


@pytest.mark.half_second
@pytest.mark.parametrize("seats", first([4], of=[3, 4]))
def test_a_player_elsewhere_in_a_copy_is_compared_with_who_sits_there(seats: int, people: list[User]) -> None:
    record = first_moment(next(table for table in TABLES if (table.key, table.seats) == ("maya", seats)))
    match = rated(record, people)
    copy = next(with_seats_renumbered(record))
    by = (len(copy.plies) - len(record.plies)) % seats
    sitting = [people[(seat - by) % seats] for seat in range(seats)]
    for user in people[:seats]:
        with pytest.raises(Refused):
            check_match_not_a_rated_game(staged(copy, sitting), user)
    match.delete()
    for user in people[:seats]:
        check_match_not_a_rated_game(staged(copy, sitting), user)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_other_numbers_hide_a_game_of_machu_picchu_from_no_player_there(
    seats: int, people: list[User], stranger: User
) -> None:
    """Early in the game everyone else is let through, as many games are like it except for the numbers."""
    table = next(table for table in TABLES if (table.key, table.seats) == ("machu_picchu", seats))
    played = play(table)
    second_round = next(ply for ply, state in enumerate(played.states) if state.round == 2)
    record = played.record(second_round + 1)
    rated(record, people)
    for copy in islice(by_other_numbers(record), SOME):
        assert [is_refused(copy, user) for user in people[:seats]] == [True] * seats
        assert not is_refused(copy, stranger)
        with pytest.raises(Refused):
            check_match_not_a_rated_game(staged(copy, people), people[1])
    assert is_refused(record, stranger)
