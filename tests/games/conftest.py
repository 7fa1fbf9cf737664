"""Players, matches of Alice and Bob, and a clock that stands still."""

from collections.abc import Iterator
from types import MappingProxyType

import pytest
import time_machine

from accounts.models import User
from games.ai import analysis
from games.models import Challenge, Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from tests.games.analysed import finished
from tests.games.monday import MONDAY
from tests.games.sent_deals import sent


@pytest.fixture
def people(db: None) -> list[User]:
    """Five members, enough for every table."""
    names = ("Alice", "Bob", "Charlie", "Dora", "Emil")
    return [User.objects.create_user(name, password="quiet-terrace-7") for name in names]


@pytest.fixture
def stranger(db: None) -> User:
    """A member who has nothing to do with the others."""
    return User.objects.create_user("Stranger", password="quiet-terrace-8")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop time on a Monday morning; tests move it."""
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def two_play(alice: User, bob: User) -> Match:
    """Alice and Bob play Rapa Nui at a table that anyone may watch."""
    match = match_create(host=alice, game="rapa_nui", others=[None])
    return match_join(match=match, user=bob)


@pytest.fixture
def two_play_by_link(alice: User, bob: User) -> Match:
    """Alice and Bob play Rapa Nui at a private table."""
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))
    return match_join(match=match, user=bob)


@pytest.fixture
def day_game(clock: time_machine.Traveller, alice: User, bob: User, computers: list[User]) -> Match:
    """Alice and Bob play Rapa Nui at two days a turn."""
    return match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="2d")), user=bob
    )


@pytest.fixture
def challenge(alice: User, computers: list[User]) -> Challenge:
    """A deal that Alice has played against two computer players, and sent."""
    return sent(alice, "beginner", "solid")


@pytest.fixture
def over(alice: User, bob: User) -> Match:
    """A finished duel of Maya, which is short."""
    return finished("maya/two_seats.txt", [alice, bob])


@pytest.fixture
def few_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses search little: it is enough to see what is stored and shown."""
    monkeypatch.setattr(analysis, "ITERATIONS", MappingProxyType(dict.fromkeys(analysis.ITERATIONS, 3)))
