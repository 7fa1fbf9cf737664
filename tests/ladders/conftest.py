"""People on ladders."""

import pytest

from accounts.models import User
from accounts.services import computer_players_ensure


@pytest.fixture
def people(db: None) -> list[User]:
    """Ten members. Computer players exist."""
    computer_players_ensure()
    return [User.objects.create_user(f"Player-{number}") for number in range(1, 11)]
