"""What happens to an account while something else happens to it, where each transaction has locks of its own."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection, transaction
from django.test import Client

from accounts.bots import bot_create, bot_take, handover_begin
from accounts.models import ApiToken, User
from accounts.programs import programs_revoke
from accounts.tokens import token_create
from common.refusals import Refused
from tests.accounts.cast import PASSWORD, log_in
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


def test_a_recovery_code_that_is_sent_twice_at_once_lets_in_once(transactional_db: None) -> None:
    alice = User.objects.create_user("Alice", password=PASSWORD)
    TOTP.activate(alice, generate_totp_secret())
    code = RecoveryCodes.activate(alice).get_unused_codes()[0]
    owner, thief = Client(), Client()
    for browser in (owner, thief):
        assert not log_in(browser, "Alice")

    def enter(browser: Client) -> None:
        browser.post("/account/2fa/authenticate/", {"code": code})

    with transaction.atomic():
        enter(owner)
        entering = Beside(lambda: enter(thief))
        entering.wait_until_it_waits()
    assert entering.over() is None
    assert ["_auth_user_id" in browser.session for browser in (owner, thief)] == [True, False]
    assert code not in Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
