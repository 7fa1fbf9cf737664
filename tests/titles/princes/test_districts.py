"""PRI 4: the map."""

from __future__ import annotations

from games.titles.princes.rules.data import FACTS
from games.titles.princes.rules.districts import DISTRICTS, FAR, NEAR, PRODUCTION, TEMPLES

BORDERS = [
    "SD CP", "SD LP", "SD MT", "LP CP", "LP HV", "LP TP", "TP HV", "TP WQ", "MT CP", "MT HP",
    "CP HP", "CP HV", "CP PQ", "CP RP", "HV PQ", "HV WQ", "HP RP", "PQ CO", "PQ TC", "PQ WQ",
    "WQ CO", "RP TS", "RP WH", "TC CO", "TC CT", "TC TS", "CO CT", "WH CT", "WH TS", "TS CT",
]  # fmt: skip


def test_pri_4_fifteen_districts_in_list_order() -> None:
    assert DISTRICTS == ("CT", "LP", "CO", "PQ", "WQ", "TC", "TP", "TS", "MT", "WH", "RP", "HP", "HV", "CP", "SD")
    assert PRODUCTION == ("CT", "LP", "CO", "PQ", "WQ")
    assert TEMPLES == ("TC", "TP", "TS", "MT")


def test_pri_4_1_thirty_borders() -> None:
    borders = {frozenset(border.split()) for border in BORDERS}
    assert len(borders) == 30
    assert {frozenset((one, other)) for one in DISTRICTS for other in NEAR[one]} == borders


def test_pri_4_1_every_border_is_crossed_both_ways() -> None:
    for district in DISTRICTS:
        assert district not in NEAR[district]
        assert all(district in NEAR[other] for other in NEAR[district])


def test_pri_4_1_three_to_five_neighbours_and_the_plaza_seven() -> None:
    assert {district: len(NEAR[district]) for district in DISTRICTS if len(NEAR[district]) > 5} == {"CP": 7}
    assert min(map(len, NEAR.values())) == 3


def test_pri_4_1_nothing_is_farther_than_four_borders() -> None:
    for district in DISTRICTS:
        reached = {district}
        for _ in range(4):
            reached |= {other for one in reached for other in NEAR[one]}
        assert reached == set(DISTRICTS)


def test_pri_3_near_far_and_here_are_all_districts() -> None:
    for district in DISTRICTS:
        assert sorted((district, *NEAR[district], *FAR[district])) == sorted(DISTRICTS)
        assert [other for other in DISTRICTS if other in NEAR[district]] == list(NEAR[district])
        assert [other for other in DISTRICTS if other in FAR[district]] == list(FAR[district])


def test_every_number_has_a_status_and_a_source() -> None:
    assert {fact.status for fact in FACTS.values()} == {"certain", "likely", "reconstructed", "ours"}
    assert all(fact.source for fact in FACTS.values())
    assert all(FACTS[f"map.{district}"].status == "reconstructed" for district in DISTRICTS)


def test_what_the_site_decided_and_what_is_only_likely_is_said_so() -> None:
    assert {name for name, fact in FACTS.items() if fact.status == "ours"} == {
        "setup.beginners_differ",
        "turn.ride_next_door",
        "turn.most_on_one_day",
        "market.one_way_for_each_kind",
        "ending.second_after_equal_first",
        "ending.turn_is_finished_without_a_deck",
    }
    assert FACTS["priests.puma_cost"].status == FACTS["ending.bonus_is_points_and_gold"].status == "likely"
    assert FACTS["turn.ride_next_door"].value is False
