"""Choosing a game and a computer player on a phone, without scripts; names and signs tell who sits where."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit

pytestmark = pytest.mark.browser

CUT = """() => [...document.querySelectorAll(".seat__name")]
    .filter(name => name.scrollWidth > name.clientWidth)
    .map(name => name.textContent)"""

SIGNS = """() => [...document.querySelectorAll("#log .chip-seat svg")]
    .map(sign => [sign.getBoundingClientRect().width, sign.getBoundingClientRect().height])"""


@pytest.mark.parametrize(("game", "others"), [("maya", 3), ("machu_picchu", 3), ("rapa_nui", 3), ("princes", 4)])
def test_a_game_and_an_opponent_are_chosen_and_their_names_are_read_whole(sit: Sit, game: str, others: int) -> None:
    page = sit(width=360, height=740, java_script_enabled=False, has_touch=True, is_mobile=True).page
    page.goto("/play/?level=casual")
    page.locator(f'[name=game][value="{game}"]').check(force=True)
    expect(page.locator("[data-game]:visible")).to_have_count(5)  # its seats, and four levels with their figures
    page.locator(f'[name="seats_{game}"][value="{others + 1}"]').check(force=True)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".seat__name", has_text=re.compile(r"^\s*Hummingbird \d\s*$"))).to_have_count(others)
    page.wait_for_load_state()
    assert page.locator("#match").get_attribute("data-mood") in {"mine", "wait", "ask"}
    assert page.evaluate(CUT) == []


def test_seats_in_the_log_have_their_signs_on_a_phone(sit: Sit) -> None:
    page = sit(width=360, height=740, has_touch=True, is_mobile=True).page
    page.goto("/match/rapa-nui/")
    page.locator("#log .chip-seat").first.wait_for()
    for width, height in page.evaluate(SIGNS):
        assert width == height > 8


def test_settings_of_a_table_that_exclude_each_other_are_not_both_there_to_press(sit: Sit) -> None:
    host = sit()
    host.sign_up("Tongariki")
    host.page.goto("/tables/new/?game=rapa_nui")
    setting = 'input[name={}][value="{}"]'.format
    anyone, link = (host.page.locator(setting("access", value)) for value in ("anybody", "link"))
    unlimited, slow = (host.page.locator(setting("pace", value)) for value in ("none", "2d"))
    expect(unlimited).to_be_hidden()
    expect(host.page.get_by_text("No time limit", exact=True)).to_be_visible()
    link.check()
    unlimited.check()
    expect(anyone).to_be_hidden()
    slow.check()
    anyone.check()
    for place in (2, 3, 4, 5):
        if (computer := host.page.locator(setting(f"place_{place}", "solid"))).count():
            computer.evaluate("input => { input.checked = true; }")
    unlimited.check()
    expect(anyone).to_be_visible()
