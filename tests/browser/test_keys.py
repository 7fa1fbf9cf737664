"""Keys do the same on every keyboard, and nothing for people who have switched single keys off."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit

pytestmark = pytest.mark.browser

FIRST = "#act [data-key='1']"


def press(page: Page, key: str, code: str) -> None:
    """Press the key at the position `code` of an English keyboard, which is `key` on this keyboard."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchKeyEvent", {"type": "keyDown", "key": key, "code": code, "text": key})
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": key, "code": code})
    session.detach()


@pytest.mark.parametrize(
    ("key", "code"), [("1", "Digit1"), ("&", "Digit1"), ("1", "Numpad1"), ("+", "Digit1"), ("1", "KeyQ")]
)
def test_a_digit_is_found_on_every_keyboard(sit: Sit, key: str, code: str) -> None:
    guest = sit()
    guest.play_now()
    guest.page.locator(FIRST).wait_for()
    guest.wait_until_it_hears()  # its scripts are loaded, so keys work
    press(guest.page, key, code)
    expect(guest.page.locator(FIRST)).to_be_focused()


def test_a_letter_is_found_with_caps_lock_and_among_greek_ones(sit: Sit) -> None:
    guest = sit()
    guest.play_now()
    guest.page.locator("[data-key=h]").wait_for()  # the computer may begin
    guest.wait_until_it_hears()
    for key, code in (("H", "KeyH"), ("η", "KeyH")):
        guest.page.evaluate("document.activeElement.blur(); window.asked = 0")
        guest.page.evaluate(
            "document.querySelector('[data-key=h]').addEventListener('click',"
            " event => { event.preventDefault(); window.asked += 1 }, { once: true })"
        )
        press(guest.page, key, code)
        assert guest.page.evaluate("window.asked") == 1, key


def test_single_keys_can_be_switched_off(sit: Sit) -> None:
    guest = sit()
    guest.play_now()
    match = guest.page.url
    guest.choose("single_keys", "off")
    guest.page.goto(match)
    guest.page.locator(FIRST).wait_for()
    guest.wait_until_it_hears()  # its scripts are loaded, so keys work
    expect(guest.page.locator(f"{FIRST}[aria-keyshortcuts]")).to_have_count(0)
    expect(guest.page.locator("#act .kb:visible")).to_have_count(0)
    for key, code in (("1", "Digit1"), ("&", "Digit1"), ("h", "KeyH"), (" ", "Space")):
        press(guest.page, key, code)
    expect(guest.page.locator("body")).to_be_focused()
    assert guest.ply == 0 or guest.page.url == match
