"""A match is over, and its players play again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.person import Person

pytestmark = pytest.mark.browser


def leave(person: Person) -> None:
    """Resign the running match."""
    person.page.locator("#resign > summary").click()
    person.page.get_by_role("button", name="Yes, resign").click()
    expect(person.page.get_by_role("heading", name="The match is over")).to_be_visible()


def test_two_finish_and_play_again_while_a_third_watches(sit: Sit) -> None:
    host, friend, watcher = sit(), sit(width=360), sit()
    for person in (host, friend, watcher):
        person.only_listens()
    host.sign_up("Vaihu")
    first = host.open_table("somebody", seats=2)
    friend.page.goto(host.page.locator("#invitation").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    friend.wait_for_the_match("mine", "wait")
    watcher.page.goto(first)
    leave(friend)
    for person in (host, watcher):
        person.wait_for_the_match("done")

    host.page.get_by_role("button", name="Rematch").click()
    expect(host.page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    expect(friend.page.locator("#rematch-news")).to_have_text("Vaihu wants to play again.")
    expect(friend.page.locator("#live")).to_have_text("Vaihu wants to play again.")
    expect(friend.page.get_by_role("button", name="Rematch")).to_have_count(0)
    assert friend.fits()
    assert watcher.page.locator("#again").count() == 0

    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_url(host.page.url)
    for person in (host, friend):
        person.wait_for_the_match("mine", "wait")
    assert host.page.url != first
    expect(watcher.page.locator("#rematch-news")).to_have_text("A rematch of this game is under way.")
    watcher.page.get_by_role("link", name="Watch the rematch").click()
    watcher.page.wait_for_url(host.page.url)
    assert watcher.mood == "watch"


def test_one_click_plays_again_against_computer_players_without_scripts(sit: Sit) -> None:
    guest = sit(java_script_enabled=False)
    guest.play_now()
    assert guest.wait_for_decision()  # until then the page reloads by itself, with everything folded
    first = guest.page.url
    leave(guest)
    guest.page.get_by_role("button", name="Rematch").click()
    guest.page.locator("#resign").wait_for(state="attached")
    assert guest.page.url != first
    guest.page.goto(first)
    expect(guest.page.get_by_role("link", name="Continue the rematch")).to_be_visible()
