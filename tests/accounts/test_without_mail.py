"""A site without a mail server promises no mail, and says whom to ask instead; one with a server still promises it."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.cast import log_in

pytestmark = pytest.mark.django_db

PROMISES = re.compile(
    r"send (you )?an? e?mail|we’ll email you|get a new link|email is on its way|check your inbox|emails come"
    r"|by email after|we don’t email|to get back in|can get a new one",
    re.IGNORECASE,
)
PAGES = (
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/1-no-such-key/",
    "/account/confirm-email/",
    "/account/confirm-email/no-such-key/",
    "/account/inactive/",
)
OF_MEMBERS = ("/account/settings/", "/account/email/", "/account/password/change/", "/notices/settings/")
RESET = "/account/password/reset/"


@pytest.mark.parametrize("address", PAGES)
def test_no_page_for_any_visitor_promises_a_mail(client: Client, address: str) -> None:
    assert PROMISES.findall(client.get(address).content.decode()) == []


@pytest.mark.parametrize("address", OF_MEMBERS)
def test_no_page_for_members_promises_a_mail(client: Client, alice: User, address: str) -> None:
    log_in(client, "Alice")
    assert PROMISES.findall(client.get(address, follow=True).content.decode()) == []


@pytest.mark.parametrize("address", [RESET, "/account/password/reset/done/"])
def test_the_page_for_a_new_password_says_whom_to_ask(client: Client, settings: Settings, address: str) -> None:
    page = client.get(address).content.decode()
    assert "Ask the people who run this site" in page
    assert 'name="email"' not in page
    settings.CONTACT_ADDRESS = "desk@example.org"
    assert 'href="mailto:desk@example.org"' in client.get(address).content.decode()


@pytest.mark.usefixtures("mail_server")
def test_with_a_mail_server_the_promise_is_made(client: Client) -> None:
    page = client.get(RESET).content.decode()
    assert PROMISES.search(page)
    assert 'name="email"' in page
    assert "Ask the people" not in page
    for address in ("/account/password/reset/done/", "/account/confirm-email/", "/account/signup/"):
        assert PROMISES.search(client.get(address).content.decode()), address
