"""Two-factor login: authenticator app, recovery codes, passkeys."""

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.cast import PASSWORD, code_of, log_in, prove
from tests.visitors import visitor


@pytest.fixture(autouse=True)
def _same_half_minute() -> Iterator[None]:
    """Stop the clock, so that a code does not expire before it is checked."""
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


def codes_of(user: User) -> list[str]:
    """The recovery codes that are left."""
    codes: list[str] = Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes()
    return codes


@pytest.fixture
def secret(browser: Client) -> str:
    """The secret of the authenticator app that Alice has turned on."""
    form = browser.get("/account/2fa/totp/activate/").context["form"]
    answer = browser.post("/account/2fa/totp/activate/", {"code": code_of(form.secret)})
    assert answer.status_code == 302, answer.context["form"].errors
    return str(form.secret)


def test_the_app_is_asked_after_the_password(alice: User, secret: str) -> None:
    fresh = Client()
    answer = fresh.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/account/2fa/authenticate/")
    assert "_auth_user_id" not in fresh.session
    wrong = fresh.post("/account/2fa/authenticate/", {"code": "000000"})
    assert wrong.context["form"].errors
    assert "One more step" in wrong.content.decode()
    Authenticator.objects.filter(type="totp").update(last_used_at=None)
    fresh.get("/account/2fa/authenticate/")
    cache.clear()  # the code that turned the app on is valid only once
    fresh.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert fresh.session["_auth_user_id"] == str(alice.pk)


def test_each_recovery_code_lets_in_once(alice: User, browser: Client, secret: str) -> None:
    codes = codes_of(alice)
    for expected in (True, False):
        fresh = Client()
        fresh.post("/account/login/", {"login": "Alice", "password": PASSWORD})
        fresh.post("/account/2fa/authenticate/", {"code": codes[0]})
        assert ("_auth_user_id" in fresh.session) is expected


@pytest.mark.half_second
def test_recovery_codes_are_shown_once_so_that_nobody_reads_them_later(
    alice: User, browser: Client, secret: str
) -> None:
    """Someone who gets into the account can only create new ones: a mail says so, and the old ones end."""
    codes = codes_of(alice)
    assert ">Show<" in browser.get("/account/2fa/").text
    page = browser.get("/account/2fa/recovery-codes/").text
    assert all(page.count(code) == 2 for code in codes), "on the page, and in the file to download"
    assert "shown only this once" in page
    intruder = visitor(alice)
    prove(intruder)
    for address in ("", "recovery-codes/", "recovery-codes/generate/", "recovery-codes/download/"):
        seen = intruder.get(f"/account/2fa/{address}")
        assert not any(code in seen.text for code in codes), address
    assert intruder.get("/account/2fa/recovery-codes/download/").status_code == 403
    page = intruder.get("/account/2fa/recovery-codes/").text
    assert all(said in page for said in ("10 of 10 codes are left", "not shown again", "Create new codes"))
    assert ">Show<" not in intruder.get("/account/2fa/").text
    intruder.post("/account/2fa/recovery-codes/generate/")
    assert not set(codes) & set(codes_of(alice))


def test_a_code_of_the_app_lets_in_once_for_as_long_as_it_is_right(alice: User, secret: str) -> None:
    code = format_hotp_value(hotp_value(secret, int(time.time()) // 30 + 1))  # right for another minute and more
    for typed, expected in ((code, True), (code, False), (f"{code[:3]} {code[3:]}", False)):
        fresh = Client()
        fresh.post("/account/login/", {"login": "Alice", "password": PASSWORD})
        fresh.post("/account/2fa/authenticate/", {"code": typed})
        assert (SESSION_KEY in fresh.session) is expected
        cache.delete(f"allauth.mfa.totp.used?user={alice.pk}&code={code}")  # as allauth does after half a minute


@pytest.mark.half_second
def test_the_settings_say_whether_it_is_on(browser: Client, request: pytest.FixtureRequest) -> None:
    def said() -> str:
        (state,) = re.findall(r"Two-step login</dt>\s*<dd>(.*?)</dd>", browser.get("/account/settings/").text)
        return str(state)

    assert said() == "off"
    request.getfixturevalue("secret")
    assert said() == "on"


def test_turning_the_app_off_needs_only_the_password_from_then_on(browser: Client, secret: str) -> None:
    browser.post("/account/2fa/totp/deactivate/")
    assert log_in(Client(), "Alice")


@pytest.mark.parametrize(
    "address", ["", "totp/activate/", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/"]
)
def test_pages_of_the_second_step_are_pages_of_the_house(browser: Client, secret: str, address: str) -> None:
    page = browser.get(f"/account/2fa/{address}", follow=True)
    assert page.status_code == 200
    assert "css/account.css" in page.content.decode()


@pytest.mark.parametrize("address", ["webauthn/add/", "webauthn/"])
def test_passkeys_are_added_on_a_page_of_the_house(browser: Client, address: str) -> None:
    page = browser.get(f"/account/2fa/{address}", follow=True)
    assert page.status_code == 200
    assert "css/account.css" in page.content.decode()


@pytest.mark.parametrize("address", ["webauthn/add/", "totp/activate/"])
def test_an_address_that_waits_to_be_confirmed_comes_first_and_the_page_says_what_to_do(
    browser: Client, alice: User, mail_server: None, settings: Settings, address: str
) -> None:
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    assert browser.get(f"/account/2fa/{address}").status_code == 200
    EmailAddress.objects.create(user=alice, email="new@example.com")
    page = browser.get(f"/account/2fa/{address}", follow=True).content.decode()
    assert "Confirm your email address first" in page
    assert "Two-step login" in page
    changing = browser.get("/account/email/").content.decode()
    assert all(way in changing for way in ("Send the email again", "Keep the old address"))
    browser.post("/account/email/", {"action_remove": "", "email": "new@example.com"})
    assert browser.get(f"/account/2fa/{address}").status_code == 200


def test_the_log_in_page_offers_passkeys(client: Client, db: None) -> None:
    assert 'id="passkey_login"' in client.get("/account/login/").content.decode()
    options = client.get("/account/2fa/webauthn/login/", headers={"Accept": "application/json"}).json()
    assert options["request_options"]["publicKey"]["challenge"]


def test_guests_sign_up_first(guest_browser: Client) -> None:
    for address in ("/account/2fa/", "/account/2fa/totp/activate/", "/account/2fa/webauthn/add/", "/account/sessions/"):
        assert guest_browser.get(address).headers["Location"] == "/account/claim/"


OF_NO_BROWSER = {
    **{sent or "nothing": sent for sent in ("", "0", "1", "false", "null", '"text"', "[0]", "{}", '{"response": 1}')},
    "a number too long": "9" * 5000,
    "lists too deep": "[" * 100_000,
    "lists too deep within": json.dumps(
        {
            "id": "eA",
            "rawId": "eA",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "gYGB" * 20_000, "authenticatorData": "eA"},
        }
    ),
}


@pytest.mark.half_second
def test_what_no_browser_has_made_is_no_passkey(browser: Client) -> None:
    for what, sent in OF_NO_BROWSER.items():
        answer = browser.post("/account/2fa/webauthn/add/", {"name": "Key", "credential": sent})
        assert answer.status_code == 200, what
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()
    assert browser.get("/account/2fa/").status_code == 200


@pytest.mark.parametrize("sent", OF_NO_BROWSER.values(), ids=OF_NO_BROWSER)
def test_what_no_browser_has_made_does_not_log_in(client: Client, alice: User, sent: str) -> None:
    address = "/account/2fa/webauthn/login/"
    client.get(address, headers={"Accept": "application/json"})
    answer = client.post(address, {"credential": sent})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/login/")
    assert SESSION_KEY not in client.session
