"""Duplicate: one deal at all tables of a round, sealed until the last one is over, and match points for each seat."""

import re
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from accounts.models import User
from common.refusals import Refused
from cups.models import Cup, Pairing
from cups.pairing import duplicate
from cups.pairing.duplicate import LEFT, Dealt, match_points, standings
from cups.pairing.tables import COMPUTER
from cups.selectors import leads_of, lines_of
from cups.services.entering import cup_begin, cup_enter, cup_open
from cups.services.rounds import cup_go_on
from games.engine import GAMES
from games.models import Match, Seat
from games.selectors.access import Visitor, match_for, seats_of
from games.selectors.records.match_export import record_of
from games.services.play.agreeing import end_agree
from games.services.play.resignation import resign
from games.services.records.studies import study_create
from tests.cups.duplicates import begun, matches, played
from tests.first import first
from tests.markup import squeezed
from tests.visitors import visitor

# --- without the site -------------------------------------------------------------------------------------------------


def plainly(tables: list[list[Any]]) -> list[list[int]]:
    """Match points the slow way: compare each pair of players, seat by seat."""
    points = [[0 for _lead in table] for table in tables]
    for seat in range(len(tables[0])):
        for one in range(len(tables)):
            for other in range(one):
                mine, theirs = tables[one][seat], tables[other][seat]
                if (mine == "left") != (theirs == "left"):
                    points[other if mine == "left" else one][seat] += 2
                elif mine == "left" or mine is None or theirs is None or not mine - theirs:
                    points[one][seat] += 1
                    points[other][seat] += 1
                else:
                    points[one if mine - theirs > 0 else other][seat] += 2
    return points


@pytest.mark.parametrize("seed", first(range(50), of=range(200)))
def test_match_points_are_those_of_a_plain_second_computation(seed: int) -> None:
    chance = Random(seed)
    seats = chance.randint(2, 5)
    leads = [
        [chance.choice([LEFT, None, *range(-6, 7), *range(-3, 4)]) for _seat in range(seats)]
        for _table in range(chance.randint(2, 7))
    ]
    found = match_points(leads)
    assert found == plainly(leads)
    pairs = len(leads) * (len(leads) - 1) // 2
    assert [sum(table[seat] for table in found) for seat in range(seats)] == [2 * pairs] * seats
    assert all(0 <= points <= duplicate.most(len(leads)) for table in found for points in table)


def test_a_round_that_can_be_computed_by_hand() -> None:
    assert match_points([[9, -9], [-13, 13], [5, -5]]) == [[4, 0], [0, 4], [2, 2]]
    assert match_points([[3, -3], [3, -3]]) == [[1, 1], [1, 1]]
    assert match_points([[LEFT, None], [-20, 20], [LEFT, 4]]) == [[1, 2], [4, 3], [1, 1]]


def test_rounds_are_worth_the_same_and_tables_won_part_equals() -> None:
    rounds = [
        [Dealt((1, 2), (9, -9), (1, 2)), Dealt((3, COMPUTER), (-13, 13), (2, 1)), Dealt((4, 5), (5, -5), (1, 2))],
        [Dealt((2, 1), (-4, 4), (2, 1)), Dealt((5, 4), (2, -2), (1, 2))],
    ]
    half, one = Fraction(1, 2), Fraction(1)
    lines = [(line.player, line.place, line.points, line.wins) for line in standings([1, 2, 3, 4, 5, 6], rounds)]
    assert lines == [
        (1, 1, 2 * one, 2),
        (5, 2, 3 * half, 1),
        (4, 3, half, 1),
        (2, 4, 0, 0),
        (3, 4, 0, 0),
        (6, 4, 0, 0),
    ]


@pytest.mark.parametrize("full", [2, 3, 4, 5])
@pytest.mark.parametrize("tables", first([3], of=[2, 3, 4]))
def test_all_players_take_each_seat_about_equally_often_and_meet_others(full: int, tables: int) -> None:
    people = list(range(1, full * tables + 1))
    played: list[tuple[int, ...]] = []
    rounds = duplicate.rounds_wanted(full)
    for _round in range(rounds):
        drawn = duplicate.next_round(people, full, played)
        assert sorted(player for table in drawn for player in table) == people
        played += drawn
    seats = Counter((player, seat) for table in played for seat, player in enumerate(table))
    assert max(seats.values()) <= rounds // full + 1
    if tables >= full:
        met = Counter(frozenset((one, other)) for table in played for one in table for other in table if one < other)
        assert max(met.values()) <= 2


def test_one_table_has_no_other_to_be_compared_with() -> None:
    assert duplicate.next_round([1, 2, 3], 3, []) == []
    drawn = duplicate.next_round([1, 2, 3, 4], 3, [])
    assert sorted(sum(player == COMPUTER for player in table) for table in drawn) == [1, 1]


# --- on the site ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_all_tables_of_a_round_have_one_deal_and_are_never_rated(people: list[User], size: int) -> None:
    game = next(key for key, game in GAMES.items() if size in game.SEATS)
    cup = begun(people[: size + 2], size=size, game=game)
    found = matches(cup)
    assert len(found) == len(range(0, size + 2, size))
    assert {match.deal for match in found} == {cup.rounds.get().deal}
    assert {(match.rated, match.is_sealed, match.thoughts is not None) for match in found} == {(False, True, True)}
    assert sum(seat.user.is_computer for match in found for seat in seats_of(match) if seat.user) == (-2) % size


def test_the_next_round_has_another_deal(people: list[User]) -> None:
    cup = begun(people[:4])
    for number, match in enumerate(matches(cup)):
        played(match, number)
    cup_go_on(cup=cup)
    first, second = cup.rounds.order_by("number")
    assert first.deal != second.deal != ""


def test_it_needs_two_tables(people: list[User]) -> None:
    cup = cup_open(host=people[0], system="dupli", game="rapa_nui", size=3, pace="live", name="Evening")
    for person in people[:3]:
        cup_enter(cup=cup, user=person)
    with pytest.raises(Refused):
        cup_begin(cup=cup, user=people[0])


@pytest.mark.half_second
def test_people_can_come_late(people: list[User]) -> None:
    cup = begun(people[:4])
    cup_enter(cup=cup, user=people[4])
    for number, match in enumerate(matches(cup)):
        played(match, number)
    cup_go_on(cup=cup)
    assert 5 in {player for pairing in Pairing.objects.filter(round__number=1) for player in pairing.players}


@pytest.mark.half_second
def test_until_the_round_is_over_no_player_opens_a_copy_of_its_deal(people: list[User]) -> None:
    """A second account of a player, say."""
    cup, stranger = begun(people[:4]), User.objects.create_user("Stranger")
    first, second = matches(cup)
    copies = [record_of(first), record_of(played(first, 1))]
    cup_go_on(cup=cup)
    for copy in copies:
        with pytest.raises(Refused, match="Others are still playing this deal"):
            study_create(owner=stranger, record=copy)
    played(second, 2)
    cup_go_on(cup=cup)
    for copy in copies:
        study_create(owner=stranger, record=copy)


def test_a_start_that_many_deals_share_is_free_for_all(people: list[User]) -> None:
    cup = begun(people[:4], game="princes")
    study_create(owner=people[5], record=record_of(matches(cup)[0]))


@pytest.mark.half_second
def test_no_player_sees_another_table_of_the_round_before_all_are_over(people: list[User]) -> None:
    cup = begun(people[:6])
    first, *others = matches(cup)
    first = played(first, 1)
    cup_go_on(cup=cup)
    inside = [seat.user for seat in seats_of(first) if seat.user]
    outside = [person for person in people if person not in inside]
    for person in inside:
        assert match_for(Visitor(person), first.code).is_sealed
        page = visitor(person).get(f"/match/{first.code}/").content.decode()
        assert f'href="{cup.get_absolute_url()}?round=1"' in page
    for person in [*outside, User.objects.create_superuser("Keeper")]:
        client = visitor(person)
        assert client.get(f"/match/{first.code}/").status_code == 404
        assert client.get(f"/match/{first.code}/record.txt").status_code == 404
        page = client.get(cup.get_absolute_url()).content.decode()
        assert first.code not in page
        assert 'class="cup__rank"' not in page
        tables = client.get(f"/api/v1/cups/{cup.code}").json()["round"]["tables"]
        assert {(table["ranks"], table["leads"], table["match"]) for table in tables} == {(None, None, None)}
    for number, match in enumerate(others):
        played(match, number)
    cup_go_on(cup=cup)
    for person in outside:
        client = visitor(person)
        assert client.get(f"/match/{first.code}/").status_code == 200
        page = client.get(f"{cup.get_absolute_url()}?round=1").content.decode()
        assert first.code in page
        assert len(re.findall(r"\d/4</span>", squeezed(page))) == 6
        tables = client.get(f"/api/v1/cups/{cup.code}?round=1").json()["round"]["tables"]
        assert all(sum(table["leads"]) == 0 and table["match"] for table in tables)


def test_a_round_counts_once_all_its_tables_are_over(people: list[User]) -> None:
    cup = begun(people[:4])
    one, other = matches(cup)
    played(one, 1)
    cup_go_on(cup=cup)
    entries = list(cup.entries.select_related("user").order_by("lot"))
    assert {line.points for line in lines_of(cup, entries)} == {0}
    played(other, 2)
    cup_go_on(cup=cup)
    cup.refresh_from_db()
    lines = lines_of(cup, entries)
    assert sum(line.points for line in lines) == 2
    assert len(lines) == 4


@pytest.mark.half_second
def test_a_cup_is_played_to_its_end(people: list[User]) -> None:
    cup = begun(people[:5], wanted_rounds=2)
    for number in range(2):
        for match in matches(cup):
            played(match, number)
        cup_go_on(cup=cup)
    cup.refresh_from_db()
    assert cup.status == Cup.Status.OVER
    assert min(entry.place for entry in cup.entries.all() if entry.place) == 1
    assert not Match.objects.filter(sealed_until__isnull=False).exists()


def test_the_lead_of_a_seat_is_over_the_best_of_the_others(people: list[User]) -> None:
    match = matches(begun(people[:4], size=3))[0]
    match = played(match, 1)
    Seat.objects.filter(match=match).update(points=10)
    Seat.objects.filter(match=match, number=1).update(points=17)
    Seat.objects.filter(match=match, number=2).update(points=12)
    assert leads_of(match, list(match.seats.order_by("number"))) == [-7, 5, -5]
    Seat.objects.filter(match=match, number=0).update(stand_in=User.objects.filter(level="solid").get())
    assert leads_of(match, list(match.seats.order_by("number"))) == [LEFT, 5, -5]


def test_who_resigns_is_behind_and_who_stayed_is_equal_to_the_others(people: list[User]) -> None:
    match = matches(begun(people[:4]))[0]
    seats = seats_of(match)
    resigned = seats[0].user
    assert resigned is not None
    match = resign(match=match, user=resigned)
    assert leads_of(match, list(match.seats.order_by("number"))) == [LEFT, None]


def test_where_all_agree_to_end_it_no_player_has_left(people: list[User]) -> None:
    match = matches(begun(people[:4]))[0]
    for seat in seats_of(match):
        assert seat.user is not None
        match = end_agree(match=match, user=seat.user)
    assert match.status == Match.Status.FINISHED
    assert leads_of(match, list(match.seats.order_by("number"))) == [None, None]


def test_the_page_that_explains_it_computes_its_example(db: None) -> None:
    page = squeezed(visitor(None).get("/cups/duplicate/").content.decode())
    rows = re.findall(r"<td>(\w+)</td><td class=\"r\">(\d+)</td>.*?<b>(\d)</b>", page)
    assert rows == [
        ("Ana", "89", "4"),
        ("Bo", "80", "0"),
        ("Cai", "71", "0"),
        ("Dee", "84", "4"),
        ("Eli", "92", "2"),
        ("Fay", "87", "2"),
    ]
