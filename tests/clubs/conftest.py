"""People who found, join and leave clubs."""

import pytest

from accounts.models import User
from clubs.models import Club
from clubs.services.founding import club_found
from clubs.services.joining import club_join


@pytest.fixture
def alice(alice: User, computers: list[User]) -> User:
    """Alice, where computer players exist."""
    return alice


@pytest.fixture
def club(alice: User) -> Club:
    """Alice's club, open to all."""
    return club_found(founder=alice, name="Andes Club", description="Evenings in the mountains")


@pytest.fixture
def inside(club: Club, bob: User) -> Club:
    """The club with Bob in it."""
    club_join(club=club, user=bob)
    return club
