"""Accounts that were never confirmed and have no game are deleted after some days, and their names become free."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from accounts.models import Letter, User
from membership.guests import FORGET_AFTER as FORGET_GUESTS_AFTER
from membership.tasks import tidy
from membership.unconfirmed import FORGET_AFTER
from tests.accounts.cast import PASSWORD, Mails, link_in, llama, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_server")]
NEW = {"username": "Bob", "email": "bob@example.org", "password1": PASSWORD}


def names() -> set[str]:
    return set(User.objects.filter(level="", is_guest=False).values_list("username", flat=True))


def age(by: timedelta) -> None:
    """Make accounts and letters this much older."""
    for user in User.objects.all():
        user.date_joined -= by
        user.last_login = user.last_login and user.last_login - by
        user.save()
    for letter in Letter.objects.all():
        Letter.objects.filter(pk=letter.pk).update(made_at=letter.made_at - by)


def test_the_name_is_free_after_some_days(client: Client, mails: Mails) -> None:
    client.post("/account/signup/", NEW)
    age(FORGET_AFTER - timedelta(hours=1))
    tidy()
    assert names() == {"Bob"}, "the link is still valid"
    age(timedelta(hours=2))
    tidy()
    assert names() == set()
    assert Client().post("/account/signup/", NEW).status_code == 302
    assert names() == {"Bob"}


def test_who_has_confirmed_stays(client: Client, mails: Mails) -> None:
    client.post("/account/signup/", NEW)
    client.post(link_in(mails()[0]))
    age(timedelta(days=999))
    tidy()
    assert names() == {"Bob"}


def test_who_has_a_game_stays(client: Client) -> None:
    client.post("/account/signup/", NEW)
    open_table(User.objects.get(username="Bob"), llama())
    age(timedelta(days=999))
    tidy()
    assert names() == {"Bob"}


def test_who_has_asked_for_another_letter_stays(client: Client, mails: Mails) -> None:
    client.post("/account/signup/", NEW)
    age(timedelta(days=999))
    Client().post("/account/login/", {"login": "Bob", "password": PASSWORD})
    tidy()
    assert names() == {"Bob"}


@pytest.mark.half_second
def test_a_guest_who_became_a_member_stays_while_logged_in(guest_browser: Client) -> None:
    guest_browser.post("/account/claim/", NEW)
    User.objects.get(username="Bob").seats.all().delete()
    User.objects.get(username="Bob").hosted_matches.all().delete()
    age(FORGET_GUESTS_AFTER + timedelta(days=1))
    tidy()
    assert names() == {"Bob"}
    Session.objects.all().delete()
    tidy()
    assert names() == set()


def test_without_a_mail_server_no_member_can_confirm_and_all_stay(client: Client, settings: Settings) -> None:
    client.post("/account/signup/", NEW)
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    age(timedelta(days=999))
    tidy()
    assert names() == {"Bob"}


def test_who_was_entered_by_hand_or_has_no_address_stays(db: None) -> None:
    User.objects.create_user("Coya", "", PASSWORD)
    chief = User.objects.create_superuser("Chief", "chief@example.org", PASSWORD)
    EmailAddress.objects.create(user=chief, email=chief.email, primary=True)
    age(timedelta(days=999))
    tidy()
    assert names() == {"Coya", "Chief"}
