"""Alice, Bob and Charlie play the deals of a day. It is a morning in June, and computer players exist."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models import User

MORNING = datetime(2026, 6, 3, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def alice(alice: User, computers: list[User]) -> User:
    """Alice, where computer players exist."""
    return alice
