"""Whole games through the command `trace`, fewer than `python -m tests.bench.traces` plays."""

from __future__ import annotations

import pytest

from games.engine import GAMES
from tests.bench.traces import POLICIES, Table, course, tables

SEEDS = 10


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("table", tables(), ids=str)
def test_traced_games_are_whole(table: Table, policy: str) -> None:
    found = course(table, policy, SEEDS)
    assert len(found.lengths) == SEEDS
    assert set(found.reasons) <= set(GAMES[table.key].REASONS)
