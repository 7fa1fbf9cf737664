"""A lesson in real browsers: with the mouse on the board, with keys only, without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit

pytestmark = pytest.mark.browser


def test_with_the_mouse_on_the_board(sit: Sit) -> None:
    guest = sit(width=1440)
    page = guest.page
    page.goto("/rules/")
    page.get_by_role("link", name="Lesson Rapa Nui").click()
    expect(page.get_by_role("heading", name="One for you, one for all")).to_be_visible()

    page.locator("button.spot[data-place=column-3]").click()
    expect(page.locator("#verdict")).to_contain_text("Nobody has built one yet")
    page.locator("button.spot[data-place=column-2]").click()
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text("1 wood for each Lumberjack")
    expect(page.locator("#act")).to_have_count(0)

    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_role("heading", name="Who gets fed?")).to_be_visible()
    page.goto("/rules/rapa_nui/lesson/")
    expect(page).to_have_url(re.compile("/rules/rapa_nui/lesson/2/$"))


def test_with_keys_only(sit: Sit) -> None:
    page = sit().page
    page.goto("/rules/machu_picchu/lesson/4/")
    page.keyboard.press("1")
    expect(page.locator("#verdict")).to_contain_text("knocks at the centre")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("not this time")
    page.keyboard.press("2")
    expect(page.locator("#verdict")).to_contain_text("Priest 2 left the centre first")
    expect(page.locator("#verdict")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="A sure thing")).to_be_visible()


def test_without_javascript_to_a_real_game(sit: Sit) -> None:
    guest = sit(java_script_enabled=False)
    page = guest.page
    page.goto("/rules/maya/lesson/7/")
    page.locator("#act button[value='swap 7-8@5']").click()
    expect(page.locator("#verdict")).to_contain_text("6 all")
    page.locator("#act button[value='swap 8-9@2']").click()
    expect(page.locator("#verdict")).to_contain_text("7 to 6")
    expect(page.locator(".result__row")).to_have_count(2)
    page.get_by_role("button", name="Play a real game now").click()
    expect(guest.match).to_be_visible()
    expect(page).to_have_url(re.compile("/match/"))


def test_on_a_phone_nothing_is_wider_than_the_screen(sit: Sit) -> None:
    guest = sit(width=360, height=740, has_touch=True, is_mobile=True)
    page = guest.page
    for game in ("rapa_nui", "machu_picchu", "maya", "princes"):
        page.goto(f"/rules/{game}/lesson/1/")
        assert guest.fits()
        page.get_by_role("link", name="Choose").tap()
        guest.actions.first.tap()
        expect(page.locator("#verdict")).to_be_in_viewport()
        assert guest.fits()
