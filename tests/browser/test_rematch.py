"""A match is over, and its people play again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.person import Person

pytestmark = pytest.mark.browser

SOON = 5000
"""Milliseconds in which the page of a match that is over shows what others do: less than the pages' own slow asking."""


def leave(person: Person) -> None:
    """Leave the match that runs."""
    person.page.locator("#resign > summary").click()
    person.page.get_by_role("button", name="Yes, leave").click()
    expect(person.page.get_by_role("heading", name="The match is over")).to_be_visible()


def test_two_finish_and_play_again_while_a_third_watches(sit: Sit) -> None:
    host, friend, watcher = sit(), sit(width=360), sit()
    host.sign_up("Vaihu")
    first = host.open_table("somebody", seats=2)
    friend.page.goto(host.page.locator("#invitation").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_selector("#match[data-mood=mine], #match[data-mood=wait]")
    watcher.page.goto(first)
    leave(friend)
    for person in (host, watcher):
        person.page.wait_for_selector("#match[data-mood=done]", timeout=SOON)

    host.page.get_by_role("button", name="Rematch").click()
    expect(host.page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    expect(friend.page.locator("#rematch-news")).to_have_text("Vaihu wants to play again.", timeout=SOON)
    expect(friend.page.locator("#live")).to_have_text("Vaihu wants to play again.")
    expect(friend.page.get_by_role("button", name="Rematch")).to_have_count(0)
    assert friend.fits()
    assert watcher.page.locator("#again").count() == 0

    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_url(host.page.url)
    for person in (host, friend):
        person.page.wait_for_selector("#match[data-mood=mine], #match[data-mood=wait]", timeout=SOON)
    assert host.page.url != first
    expect(watcher.page.locator("#rematch-news")).to_have_text("This game is played again.", timeout=SOON)
    watcher.page.get_by_role("link", name="Watch the rematch").click()
    watcher.page.wait_for_url(host.page.url)
    assert watcher.mood == "watch"


def test_one_click_plays_again_against_computer_players_without_scripts(sit: Sit) -> None:
    guest = sit(java_script_enabled=False)
    guest.play_now()
    first = guest.page.url
    leave(guest)
    guest.page.get_by_role("button", name="Rematch").click()
    guest.page.locator("#resign").wait_for(state="attached")
    assert guest.page.url != first
    guest.page.goto(first)
    expect(guest.page.get_by_role("link", name="Go on with the rematch")).to_be_visible()
