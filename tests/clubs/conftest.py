"""People who found, join and leave clubs."""

import pytest

from accounts.models import User
from clubs.models import Club
from clubs.services.founding import club_found


@pytest.fixture
def alice(alice: User, computers: list[User]) -> User:
    """Alice, where computer players exist."""
    return alice


@pytest.fixture
def club(alice: User) -> Club:
    """Alice's club, open to all."""
    return club_found(founder=alice, name="Andes Club", description="Evenings in the mountains")
