"""What happens to an account while something else happens to it, where each transaction has locks of its own."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from accounts.bots import bot_create, bot_take, handover_begin
from accounts.models import ApiToken, User
from accounts.programs import programs_revoke
from accounts.tokens import token_create
from common.refusals import Refused
from tests.beside import Beside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


def create_token(user: User) -> None:
    token_create(user=user, name="x", scopes=["read"], days=None)


def test_the_owner_before_keeps_no_token_of_a_bot_that_is_handed_over_at_this_moment(transactional_db: None) -> None:
    alice, bob = (User.objects.create_user(name) for name in ("Alice", "Bob"))
    robo = bot_create(owner=alice, name="Robo")
    handover_begin(bot=robo)
    with transaction.atomic():
        bot_take(bot=User.objects.get(pk=robo.pk), user=bob)
        creating = Beside(lambda: create_token(robo))
        creating.wait_until_it_waits()
    assert isinstance(creating.over(), Refused)
    assert not ApiToken.objects.exists()


def test_a_token_that_is_made_while_the_password_is_replaced_does_not_stay(transactional_db: None) -> None:
    alice = User.objects.create_user("Alice", password="before")
    with transaction.atomic():
        owner = User.objects.get(pk=alice.pk)
        owner.set_password("after")
        owner.save(update_fields=["password"])
        programs_revoke(user=owner)
        creating = Beside(lambda: create_token(alice))
        creating.wait_until_it_waits()
    assert isinstance(creating.over(), Refused)
    assert not ApiToken.objects.exists()
