"""Two people on one device: the curtain, and what the browser still has of a hand after it has fallen."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.person import Person
from tests.browser.ways import with_forms, with_keys

pytestmark = pytest.mark.browser


def begin(person: Person, game: str = "rapa_nui") -> None:
    """Begin a match of two at this device."""
    person.page.goto(f"/device/?game={game}")
    person.page.get_by_label("Player 1").fill("Anna")
    person.page.get_by_label("Player 2").fill("Cili")
    person.page.locator("#device-begin").click()
    expect(person.page.locator("#curtain-lift")).to_be_visible()
    assert person.fits()


@pytest.mark.parametrize("script", [True, False])
def test_the_curtain_falls_after_the_turn_and_leaves_nothing_behind(sit: Sit, *, script: bool) -> None:
    device, rng = sit(width=360, java_script_enabled=script), Random(1)
    page = device.page
    device.hurries()
    begin(device)
    whose = page.locator("#curtain-title").inner_text()
    assert device.actions.count() == 0
    page.locator("#curtain-lift").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#curtain-drop")).to_be_visible()
    assert device.actions.count()
    for _action in range(20):
        ply = device.ply
        (with_keys if script else with_forms)(device, rng)
        device.wait_past(ply)
        if not page.locator("#curtain-drop").count():
            break
    expect(page.locator("#curtain-lift")).to_be_visible()
    assert page.locator("#curtain-title").inner_text() != whose
    assert device.actions.count() == 0
    page.go_back()
    expect(page.locator("#curtain-drop")).to_have_count(0)
    assert device.actions.count() == 0
