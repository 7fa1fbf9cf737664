"""The stage on which every kind of visitor asks for every address."""

import pytest

from games.api.v1 import limits
from tests.permissions.cast import Stage


@pytest.fixture
def stage(db: None, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """The stage, with higher rate limits, as all requests come from one address within a minute."""
    monkeypatch.setattr(limits, "OF_AN_ADDRESS", 10 * limits.OF_AN_ADDRESS)
    return Stage()
