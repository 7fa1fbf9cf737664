import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.cast import PASSWORD, Mails, errors, link_in, log_in, words_of

pytestmark = pytest.mark.django_db
NEW = "nine woven llamas"


def test_reset_by_mail(client: Client, alice: User, mails: Mails) -> None:
    client.post("/account/password/reset/", {"email": "Alice@example.org"})
    [mail] = mails()
    assert mail["subject"] == "Machu Picchu: Choose a new password"
    assert "Hello Alice," in words_of(mail)
    form = client.get(link_in(mail), follow=True)
    response = client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert "You have a new password" in response.content.decode()
    assert not log_in(client, "Alice", PASSWORD)
    assert log_in(client, "Alice", NEW)
    assert mails()[1]["subject"] == "Machu Picchu: You have a new password"


def test_reset_link_works_once(client: Client, alice: User, mails: Mails) -> None:
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    alice.set_password(NEW)
    alice.save()
    assert "This link has been used" in client.get(link_in(mails()[0]), follow=True).content.decode()


def test_reset_of_an_unknown_address_looks_the_same_and_is_answered_by_mail(
    client: Client, alice: User, mails: Mails
) -> None:
    pages = [client.post("/account/password/reset/", {"email": f"{who}@example.org"}) for who in ("alice", "bob")]
    assert pages[0].url == pages[1].url
    assert [mail["to"] for mail in mails()] == ["alice@example.org", "bob@example.org"]
    assert "no account has this address" in words_of(mails()[1])


def test_change(client: Client, alice: User, mails: Mails) -> None:
    log_in(client, "Alice")
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert errors(client.post("/account/password/change/", form)) == "Wrong password."
    assert client.post("/account/password/change/", form | {"oldpassword": PASSWORD}).url == "/account/settings/"
    assert client.get("/account/settings/").status_code == 200, "this browser stays logged in"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert mails()[0]["subject"] == "Machu Picchu: Your password has changed"
    assert "127.0.0.1" in words_of(mails()[0])
