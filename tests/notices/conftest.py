"""The cast of the games: Alice and Bob play, Charlie watches. Mails stay in memory."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from accounts.models import User
from deliveries.services import briefing
from games.models import Match
from tests.notices.cast import StandIn, day_game


@pytest.fixture(autouse=True)
def _no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the pictures in emails: drawing one takes half a second. `test_pictures.py` draws them."""
    monkeypatch.setattr(briefing, "MOST_PICTURES", 0)


@pytest.fixture
def two_play(alice: User, bob: User) -> Match:
    """Alice and Bob play Rapa Nui, two days a turn."""
    return day_game(alice, bob)


@pytest.fixture
def stand_in(settings: Settings) -> Iterator[StandIn]:
    """A server on this machine to which the site may send."""
    settings.ALLOW_LOCAL_TARGETS = True
    with StandIn().open() as server:
        yield server
