"""Planning the next turn while someone else decides: by keyboard, on a small screen, and without JavaScript."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.person import Person
from tests.browser.tables import table_for_two
from tests.browser.ways import on_the_board

pytestmark = pytest.mark.browser

SURE = "#plan .plan__offer button[name=action][value^=play]:not(:has-text('perhaps'))"
"""The buttons that play a card from one's own hand: what is affordable now is affordable then."""


def play_a_turn(mover: Person, other: Person) -> None:
    """Play the turn of `mover` in Rapa Nui, and the answers of the other player."""
    rng = Random(3)
    while "as planned" not in (other.page.locator("#log").text_content() or ""):
        decides = mover if mover.mood in ("mine", "ask") else other
        assert decides.mood in ("mine", "ask")
        ply = decides.ply
        on_the_board(decides, rng)
        for person in (mover, other):
            person.wait_past(ply)


def test_a_turn_is_planned_by_keyboard_and_played_when_it_comes(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Planner")
    mover, waiter = (host, friend) if host.mood == "mine" else (friend, host)
    page = waiter.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("#plan-open").focus()
    page.keyboard.press("Enter")
    page.locator("#plan-close").wait_for()
    waiter.wait_until_presses_count()  # the focus is moved without a key here, so Enter would be the second of two
    page.locator("#plan summary").filter(has_text="Play").focus()
    if not page.locator(SURE).first.is_visible():
        page.keyboard.press("Enter")
    page.locator(SURE).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#plan-drop-0")).to_be_visible()
    assert waiter.fits()
    expect(page.locator("#actions:focus, #actions :focus")).to_have_count(1)  # the keyboard continues from there
    expect(mover.page.locator("#plan")).to_have_count(0)
    play_a_turn(mover, waiter)
    expect(page.locator("#plan .plan__item")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text(re.compile("You play .*as planned"))
    expect(mover.page.locator("#log")).not_to_contain_text("as planned")


def test_a_plan_is_made_and_cleared_without_scripts(sit: Sit) -> None:
    host, friend, address = table_for_two(sit, "Quipu")
    waiter = host if host.mood == "wait" else friend
    plain = sit(java_script_enabled=False)
    plain.page.context.add_cookies(waiter.page.context.cookies())
    plain.page.goto(address)
    plain.page.locator("#plan-open").click()
    offered = plain.page.locator("#plan .plan__offer button[name=action]").first
    offered.click()
    expect(plain.page.locator("#plan .plan__item")).to_have_count(1)
    waiter.page.reload()
    expect(waiter.page.locator("#plan .plan__item")).to_have_count(1)
    plain.page.locator("#plan-drop-0").click()
    expect(plain.page.locator("#plan .plan__item")).to_have_count(0)
