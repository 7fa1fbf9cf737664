"""A whole small cup: one person opens it, three enter, it starts, games are played, and someone wins."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.person import Person

pytestmark = pytest.mark.browser


def resign(person: Person, cup: str) -> None:
    """Resign the game of this round, and return to the cup by the link in the match's header."""
    person.page.locator(".cup__mine a").click()
    person.page.locator("#resign > summary").click()
    person.page.get_by_role("button", name="Yes, resign").click()
    expect(person.page.get_by_role("heading", name="The match is over")).to_be_visible()
    person.page.locator(".match__link--origin").click()
    person.page.wait_for_url(re.compile(rf"^{re.escape(cup)}\?round="))
    person.page.goto(cup)


def test_three_play_a_cup_to_its_end(sit: Sit) -> None:
    people = {name: sit(width=width) for name, width in (("Cori", 1280), ("Rimac", 360), ("Sumac", 1280))}
    host = people["Cori"]
    for name, person in people.items():
        person.sign_up_by_page(name)
    host.page.get_by_role("link", name="Cups", exact=True).click()
    host.page.get_by_role("link", name="Open a cup").first.click()
    host.page.fill("[name=name]", "A small cup")
    host.page.locator('input[name=game][value="rapa_nui"]').check(force=True)
    host.page.locator("#cup-open").click()
    expect(host.page.get_by_role("heading", name="A small cup")).to_be_visible()
    cup = host.page.url

    host.page.locator("#cup-enter").click()
    for name in ("Rimac", "Sumac"):
        person = people[name]
        person.page.goto("/cups/")
        person.page.get_by_role("link", name="A small cup").click()
        person.page.locator("#cup-enter").click()
        expect(person.page.locator("#cup-leave")).to_be_visible()
        assert person.fits()
    expect(host.page.locator(".cup__entries li")).to_have_count(3)

    host.page.locator("#cup-begin").click()
    for number in (1, 2):
        for person in people.values():
            expect(person.page.locator("#cup-now")).to_contain_text(f"Round {number} of 2")
            expect(person.page.locator("#round")).to_have_text(f"Round {number}: Rapa Nui")
            expect(person.page.locator(".cup__mine")).not_to_contain_text("about to start")
        playing = [person for person in people.values() if person.page.locator(".cup__mine a").count()]
        assert len(playing) == 2, "one of three is free"
        resign(playing[0], cup)
    for person in people.values():
        expect(person.page.locator("#cup-now")).to_contain_text("won the cup")
        assert person.fits()
    places = host.page.locator(".cup__lines tbody .rank").all_inner_texts()
    assert len(places) == 3
    assert places[0] == "1"
