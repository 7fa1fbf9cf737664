"""PRI 8: the sacrifice cards."""

from __future__ import annotations

from games.titles.princes.rules.cards import CARDS, GOLD

TABLE = {
    "cl": 3, "co": 3, "cp": 3, "ct": 3, "cv": 5, "cu": 5, "cd": 5,
    "lo": 3, "lp": 3, "lt": 3, "lv": 5, "lu": 5, "ld": 5,
    "op": 3, "ot": 3, "ov": 5, "ou": 5, "od": 5,
    "pt": 3, "pv": 5, "pu": 5, "pd": 5,
    "tv": 5, "tu": 5, "td": 5,
    "vu": 7, "vd": 7, "ud": 7,
}  # fmt: skip


def test_pri_8_1_every_pair_of_the_eight_kinds_once_in_card_order() -> None:
    assert tuple(TABLE) == CARDS
    assert len(set(CARDS)) == 28
    assert {kind: sum(kind in card for card in CARDS) for kind in "cloptvud"} == dict.fromkeys("cloptvud", 7)


def test_pri_8_2_gold() -> None:
    assert GOLD == TABLE
    assert sum(GOLD.values()) == 126


def test_pri_8_2_example_of_the_rule_book() -> None:
    """Corn and puma, coca and puma, coca and cloth, cloth and puma: 5 + 5 + 3 + 5 golden figures."""
    assert [GOLD[card] for card in ("cu", "ou", "ot", "tu")] == [5, 5, 3, 5]
