"""From the first page to the replay: what comes before and after the play itself; for that see `test_whole_games`."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.ways import on_the_board

pytestmark = pytest.mark.browser


def test_against_two_computer_players_and_then_through_the_replay(sit: Sit) -> None:
    ilka = sit(width=1440, reduced_motion="reduce")
    ilka.hurries()
    ilka.sign_up("Ilka")
    ilka.open_table("beginner", "beginner", seats=3)
    assert ilka.play_to_the_end(on_the_board, Random(1)) > 20
    page = ilka.page
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert page.locator(".result__row").count() == 3

    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url("**/replay/**")
    expect(page.locator("#question")).to_contain_text("The game is set up")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player .tag")).to_contain_text("step 1 of")
    page.locator("#step-last").click()
    expect(page.locator(".result__row")).to_have_count(3)
    page.locator("#step-previous").click()
    page.locator("[id^=eyes-]", has_text="Ilka").first.click()
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.locator("[id^=eyes-]", has_text="Chinchilla").first.click()
    expect(page.get_by_role("heading", name=re.compile(r"Chinchilla \d’s hand"))).to_be_visible()


def test_the_keyboard_alone_begins_a_match_and_takes_an_action_back(sit: Sit) -> None:
    guest = sit()
    guest.hurries()
    page = guest.page
    page.goto("/")
    play_now = page.get_by_role("button", name="Play now")
    for _ in range(40):
        page.keyboard.press("Tab")
        if play_now.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    guest.match.wait_for()
    guest.wait_until_it_hears()  # its scripts are loaded, so keys work

    undo = page.locator("#undo-button")
    while not undo.count():
        assert guest.wait_for_decision()
        ply = guest.ply
        page.keyboard.press("1")
        page.keyboard.press("1")
        guest.wait_past(ply)
    ply = guest.ply
    undo.focus()
    page.keyboard.press("Enter")
    guest.wait_past(ply)
    expect(page.locator("#task")).to_be_focused()
