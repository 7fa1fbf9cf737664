"""What lets programs in: it takes the password to give it, nothing to take it back, and it can end with a password."""

from __future__ import annotations

import getpass
import re
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.bots import bot_create, bot_in, handover_begin, handover_link
from accounts.models import ApiToken, User
from accounts.tokens import token_create
from notices.models import Webhook
from tests.accounts.cast import PASSWORD, Mails, link_in, log_in
from tests.visitors import visitor

NEW = "nine woven llamas"
TOKEN = {"name": "at home", "scopes": ["read"], "days": "30", "once": "a-key-that-a-page-has-shown"}
AGAIN = "/account/reauthenticate/?next="


@pytest.fixture
def browser(alice: User) -> Client:
    cache.clear()
    browser = Client()
    assert log_in(browser, "Alice")
    return browser


@pytest.fixture
def robo(alice: User) -> User:
    return bot_create(owner=alice, name="Robo")


def secret_of(user: User) -> str:
    return token_create(user=user, name="x", scopes=["read"], days=None)[1]


def works(secret: str) -> bool:
    answer = Client().get("/api/v1/account", headers={"Authorization": f"Bearer {secret}"})
    return answer.status_code == 200


@pytest.mark.parametrize("page", ["/account/tokens/", "/account/bots/Robo/"])
def test_a_token_is_created_once_the_password_is_given_again(browser: Client, robo: User, page: str) -> None:
    asked = browser.post(page, TOKEN)
    assert asked["Location"].startswith(AGAIN)
    assert not ApiToken.objects.exists()
    assert browser.post(asked["Location"], {"password": "wrong"}).status_code == 200
    assert not ApiToken.objects.exists()
    made = browser.post(asked["Location"], {"password": PASSWORD}).text
    assert works(re.findall(r"mp_[\w-]+", made)[0])
    forms = re.findall(r'<form method="post"([^>]*)>(?:(?!</form>).)*name="(?:revoke|scopes)"', made, re.DOTALL)
    assert forms
    assert all(f'action="{page}"' in attributes for attributes in forms), "the address is that of the password's page"
    assert browser.post(page, TOKEN | {"once": "another-key-of-the-page"}).status_code == 200, "asked a moment ago"
    assert ApiToken.objects.count() == 2


def test_a_form_with_a_mistake_asks_for_no_password(browser: Client) -> None:
    assert browser.post("/account/tokens/", TOKEN | {"scopes": []}).status_code == 422


@pytest.mark.parametrize("form", [{"handover": "begin"}, {"name": "Robo"}])
def test_a_bot_is_neither_handed_over_nor_deleted_without_the_password(
    browser: Client, robo: User, form: dict[str, str]
) -> None:
    path = "/account/bots/Robo/delete/" if "name" in form else "/account/bots/Robo/"
    asked = browser.post(path, form)
    assert asked["Location"].startswith(AGAIN)
    robo.refresh_from_db()
    assert (robo.is_active, robo.handover_at) == (True, None)
    browser.post(asked["Location"], {"password": PASSWORD})
    robo.refresh_from_db()
    assert (robo.is_active, robo.handover_at is None) in [(False, True), (True, False)]


def test_revoking_asks_for_nothing(browser: Client, alice: User, robo: User) -> None:
    mine, its = [secret_of(alice) for _ in range(2)], [secret_of(robo) for _ in range(2)]
    handover_begin(bot=robo)
    assert "Revoke all tokens" in browser.get("/account/tokens/").text
    page = browser.post("/account/tokens/", {"revoke-all": "yes"}, follow=True).text
    assert "All access is revoked." in page
    assert "Revoke all tokens" not in page
    assert [works(secret) for secret in mine + its] == [False, False, True, True]
    browser.post("/account/bots/Robo/", {"revoke-all": "yes"})
    assert not any(works(secret) for secret in its)
    browser.post("/account/bots/Robo/", {"handover": "withdraw"})
    assert handover_link(User.objects.get(pk=robo.pk)) == ""


def test_another_member_revokes_nothing(alice: User, robo: User) -> None:
    secret, bob = secret_of(robo), User.objects.create_user("Bob", password=PASSWORD)
    other = visitor(bob)
    assert other.post("/account/bots/Robo/", {"revoke-all": "yes"}).status_code == 404
    other.post("/account/tokens/", {"revoke-all": "yes"})
    assert works(secret)


def test_the_list_of_browsers_says_that_programs_stay_in(browser: Client, robo: User) -> None:
    assert "keep their access" not in browser.get("/account/sessions/").text
    secret_of(robo)
    assert "keep their access" in browser.get("/account/sessions/").text


@pytest.mark.parametrize("revokes", [False, True])
def test_a_changed_password_ends_the_access_of_programs_if_asked(
    browser: Client, alice: User, robo: User, revokes: bool
) -> None:
    page = "/account/password/change/"
    assert "Also revoke" not in browser.get(page).text, "there is nothing to revoke"
    secrets = [secret_of(alice), secret_of(robo)]
    handover_begin(bot=robo)
    link = handover_link(robo)
    assert "Also revoke the access of all programs" in browser.get(page).text
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | ({"revoke": "on"} if revokes else {})
    assert browser.post(page, form)["Location"] == "/account/settings/"
    assert [works(secret) for secret in secrets] == [not revokes] * 2
    assert (bot_in(link) is None) == revokes


@pytest.mark.half_second
def test_a_lost_password_ends_it_in_any_case(alice: User, robo: User, mails: Mails, client: Client) -> None:
    cache.clear()
    bob = User.objects.create_user("Bob", password=PASSWORD)
    secrets, his = [secret_of(alice), secret_of(robo)], secret_of(bob)
    handover_begin(bot=robo)
    link = handover_link(robo)
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    form: Any = client.get(link_in(mails()[0]), follow=True)
    assert "This also revokes the access of all programs" in form.text
    assert works(secrets[0]), "opening the link changes nothing"
    wrong = client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": "other"})
    assert wrong.status_code == 200
    assert works(secrets[0])
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert log_in(client, "Alice", NEW)
    assert not any(works(secret) for secret in secrets)
    assert works(his)
    assert bot_in(link) is None


def test_a_password_set_in_the_administration_ends_it_too(alice: User, robo: User, admin_client: Client) -> None:
    secrets = [secret_of(alice), secret_of(robo)]
    form = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    assert admin_client.post(f"/admin/accounts/user/{alice.pk}/password/", form).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert not any(works(secret) for secret in secrets)


def test_a_password_set_by_the_command_ends_it_too(
    browser: Client, alice: User, robo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Webhook.objects.create(user=alice, url="https://chat.example/hook", style="json")
    secrets = [secret_of(alice), secret_of(robo)]
    his = secret_of(User.objects.create_user("Bob", password=PASSWORD))
    monkeypatch.setattr(getpass, "getpass", lambda prompt: NEW)
    said = StringIO()
    call_command("changepassword", "Alice", stdout=said)
    assert "Password changed" in said.getvalue()
    assert "the access of all programs is revoked" in said.getvalue()
    assert not any(works(secret) for secret in secrets)
    assert works(his)
    hook.refresh_from_db()
    assert hook.trouble == "you have a new password"
    assert browser.get("/account/settings/").status_code == 302, "logged out where she was"
    assert log_in(Client(), "Alice", NEW)


def test_a_command_that_sets_no_password_ends_nothing(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = secret_of(alice)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: "short")
    with pytest.raises(CommandError):
        call_command("changepassword", "Alice", stdout=StringIO(), stderr=StringIO())
    assert works(secret)
