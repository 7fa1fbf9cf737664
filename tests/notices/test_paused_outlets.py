"""People who get their account back are told nowhere that someone else may have set up."""

import re

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from notices.models import Browser, Webhook
from tests.accounts.cast import PASSWORD, log_in, send_letters
from tests.notices.cast import StandIn, with_address, with_webhook
from tests.notices.workers import deliver
from tests.visitors import visitor

pytestmark = pytest.mark.django_db
NEW = "nine woven llamas"
SETTINGS = "/notices/settings/"
PAUSED = "Your webhook pauses until you check its address"


@pytest.fixture
def alice(alice: User, stand_in: StandIn) -> User:
    """Alice with a password, an address, a webhook, and a device that nothing ties to a login."""
    alice.email = "alice@example.org"
    alice.set_password(PASSWORD)
    alice.save()
    Browser.objects.create(user=alice, endpoint=f"{stand_in.url}/push", key="k", auth="a")
    return with_webhook(with_address(alice), f"{stand_in.url}/hook")


def reset(client: Client, alice: User, outbox: list[EmailMessage]) -> tuple[str, str]:
    """Choose a new password by mail. Returns the page of the link, and the mail that says that it was done."""
    client.post("/account/password/reset/", {"email": alice.email})
    send_letters()
    link = re.search(r"http://testserver(/\S+)", str(outbox[-1].body))
    assert link
    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    send_letters()
    return form.content.decode(), str(outbox[-1].body)


def is_told(alice: User, stand_in: StandIn) -> bool:
    """Whether her webhook hears of a test that she asks for."""
    client = visitor(alice)
    before = len(stand_in.posts)
    client.post("/notices/test/", {"channel": "webhook"})
    deliver()
    return len(stand_in.posts) > before


@pytest.mark.half_second
def test_a_reset_pauses_the_webhook_until_its_address_is_saved_again(
    alice: User, stand_in: StandIn, mailoutbox: list[EmailMessage]
) -> None:
    assert is_told(alice, stand_in)
    client = Client()
    page, mail = reset(client, alice, mailoutbox)
    assert PAUSED in page
    assert PAUSED in mail
    assert "/notices/settings/" in mail
    alice.refresh_from_db()
    assert not is_told(alice, stand_in)
    assert not alice.browsers.exists()
    assert log_in(client, "Alice", NEW)
    settings = client.get(SETTINGS).content.decode()
    assert "We’ve stopped sending there: you have a new password. Check the address" in settings
    assert f"{stand_in.url}/hook" in settings
    in_german = client.get(SETTINGS, headers={"Accept-Language": "de"}).content.decode()
    assert "Dorthin wird nichts mehr gesendet: du hast ein neues Passwort. Prüf die Adresse" in in_german
    client.post("/notices/webhook/", {"url": f"{stand_in.url}/hook", "style": "discord"})
    assert is_told(alice, stand_in)


def test_an_account_without_a_webhook_hears_nothing_of_one(alice: User, mailoutbox: list[EmailMessage]) -> None:
    Webhook.objects.all().delete()
    assert "webhook" not in "".join(reset(Client(), alice, mailoutbox))


@pytest.mark.half_second
@pytest.mark.parametrize("revokes", [False, True])
def test_a_changed_password_pauses_it_if_asked(alice: User, stand_in: StandIn, revokes: bool) -> None:
    client = Client()
    assert log_in(client, "Alice")
    page = client.get("/account/password/change/").content.decode()
    assert "your webhook is paused" in page
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | ({"revoke": "on"} if revokes else {})
    assert client.post("/account/password/change/", form).status_code == 302
    alice.refresh_from_db()
    assert is_told(alice, stand_in) != revokes


def test_a_password_set_in_the_administration_pauses_it(alice: User, stand_in: StandIn, admin_client: Client) -> None:
    form = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    assert admin_client.post(f"/admin/accounts/user/{alice.pk}/password/", form).status_code == 302
    alice.refresh_from_db()
    assert not is_told(alice, stand_in)
