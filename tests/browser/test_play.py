"""Choosing a game and a computer player on a phone, without scripts; who sits there is told by name and sign."""

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


@pytest.mark.parametrize(("game", "others"), [("maya", 3), ("machu_picchu", 2), ("princes", 4)])
def test_a_game_and_an_opponent_are_chosen_and_their_names_are_read_whole(sit: Sit, game: str, others: int) -> None:
    page = sit(width=360, height=740, java_script_enabled=False, has_touch=True, is_mobile=True).page
    page.goto("/play/?level=casual")
    page.locator(f'[name=game][value="{game}"]').check(force=True)
    expect(page.locator("[data-game]:visible")).to_have_count(5)  # its seats, and four levels with their figures
    page.locator(f'[name="seats_{game}"][value="{others + 1}"]').check(force=True)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".seat__name", has_text=re.compile(r"^Hummingbird \d$"))).to_have_count(others)
    assert page.locator("#match").get_attribute("data-mood") in {"mine", "wait", "ask"}
    assert page.evaluate(CUT) == []


def test_seats_in_the_log_have_their_signs_on_a_phone(sit: Sit) -> None:
    page = sit(width=360, height=740, has_touch=True, is_mobile=True).page
    page.goto("/match/rapa-nui/")
    page.locator("#log .chip-seat").first.wait_for()
    for width, height in page.evaluate(SIGNS):
        assert width == height > 8
