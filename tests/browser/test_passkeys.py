"""Passkeys in a real browser: added in the settings, then enough to log in. Chromium simulates the device."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.person import PASSWORD

pytestmark = pytest.mark.browser

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A phone or laptop whose owner always confirms with a finger."""


def plug_in(page: Page) -> None:
    """Give the browser a device that stores passkeys."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


def test_a_passkey_is_added_and_logs_in(sit: Sit) -> None:
    person = sit()
    page = person.page
    person.sign_up_by_page("Passkey-Keeper")
    plug_in(page)

    page.goto("/account/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url("**/webauthn/add/**")
    page.fill("[name=name]", "My telephone")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add passkey").click()
    page.wait_for_url(lambda address: "/webauthn/add/" not in address)
    page.goto("/account/2fa/webauthn/")
    expect(page.get_by_text("My telephone")).to_be_visible()

    page.goto("/account/logout/")
    page.locator("main form button").first.click()
    page.wait_for_url("**/")
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_selector("body[data-me]")
    page.goto("/account/settings/")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Passkey-Keeper")
