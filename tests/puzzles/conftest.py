"""Alice and Bob solve puzzles. It is a morning in June."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from puzzles.models import Puzzle
from puzzles.services.shelving import puzzle_keep
from tests.puzzles.shelf import some_puzzle

MORNING = datetime(2026, 6, 3, 9, tzinfo=UTC)


@pytest.fixture
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def shelf(db: None) -> list[Puzzle]:
    """Eight puzzles for everyone, of two games."""
    games = ("rapa_nui", "machu_picchu")
    return [puzzle_keep(found=some_puzzle(number, game))[0] for game in games for number in range(4)]
