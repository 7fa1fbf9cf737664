"""PRI 4: the map."""

from __future__ import annotations

from games.engine.princes.data import FACTS
from games.engine.princes.districts import DISTRICTS, FAR, NEAR, PRODUCTION, TEMPLES

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
    assert {fact.status for fact in FACTS.values()} == {"certain", "likely", "reconstructed"}
    assert all(fact.source for fact in FACTS.values())
    assert all(FACTS[f"map.{district}"].status == "reconstructed" for district in DISTRICTS)
