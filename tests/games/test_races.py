"""What people do to each other at the same moment, where each transaction has locks of its own."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from accounts.bots import bot_create
from accounts.models import User
from common.refusals import Refused
from games.models import Invitation, Match
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create
from games.services.people.relations import block_create
from tests.beside import Beside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


def table(host: User) -> Match:
    return match_create(host=host, game="rapa_nui", others=[None])


@pytest.fixture
def people(transactional_db: None) -> dict[str, User]:
    """Two people and a bot of each, by name."""
    people = {name: User.objects.create_user(name) for name in ("Alice", "Bob")}
    return people | {name: bot_create(owner=people[of], name=name) for of, name in (("Alice", "Ada"), ("Bob", "Bit"))}


WHO = pytest.mark.parametrize(
    ("host", "guest", "blocker", "blocked"),
    [("Alice", "Bob", "Bob", "Alice"), ("Alice", "Bit", "Alice", "Bob"), ("Ada", "Bob", "Bob", "Alice")],
)


@WHO
@pytest.mark.parametrize("is_new", [False, True], ids=["a table", "a new table"])
def test_a_block_ends_the_invitation_that_is_written_at_this_moment(
    people: dict[str, User], host: str, guest: str, blocker: str, blocked: str, is_new: bool
) -> None:
    match = None if is_new else table(people[host])
    with transaction.atomic():
        invitation_create(match=match or table(people[host]), host=people[host], name=guest)
        blocking = Beside(lambda: block_create(user=people[blocker], name=blocked))
        blocking.wait_until_it_waits()
    assert blocking.over() is None
    assert not Invitation.objects.exists()


@WHO
def test_nobody_is_invited_while_a_block_is_being_written(
    people: dict[str, User], host: str, guest: str, blocker: str, blocked: str
) -> None:
    match = table(people[host])
    with transaction.atomic():
        block_create(user=people[blocker], name=blocked)
        inviting = Beside(lambda: invitation_create(match=match, host=people[host], name=guest))
        inviting.wait_until_it_waits()
    assert isinstance(inviting.over(), Refused)
    assert not Invitation.objects.exists()
