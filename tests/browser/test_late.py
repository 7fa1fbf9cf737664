"""What a reader has asked for comes late, or not at all: the page says so, and helps."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.furnish import Furniture
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

PLACES = {
    "replay": ("/match/{maya-finished}/replay/?step=3", "#step-next", "**/replay/?step=4*", "#replay"),
    "lesson": ("/rules/maya/lesson/1/", "#act button[name=action]", "**/rules/maya/lesson/1/", "#lesson"),
}
"""Where somebody is, what they press, what is asked for then, and where the answer belongs."""


@pytest.fixture(params=PLACES)
def place(
    request: Any, browser: Browser, site: RunningSite, furniture: Furniture
) -> Iterator[tuple[Page, str, str, str]]:
    address, button, asked, goal = PLACES[request.param]
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto(address.format(**furniture.parts), wait_until="networkidle")
    yield page, button, asked, goal
    context.close()


def test_what_is_slow_shows_that_it_comes(place: tuple[Page, str, str, str]) -> None:
    page, button, asked, goal = place
    held: list[Route] = []
    page.route(asked, lambda route: held.append(route))
    page.locator(button).first.click()
    expect(page.locator(goal)).to_have_attribute("aria-busy", "true")
    expect(page.locator("#failed")).to_be_hidden()
    for route in held:  # what a page fetches ahead is among them
        route.continue_()
    page.unroute(asked)
    expect(page.locator(goal)).not_to_have_attribute("aria-busy", "true")
    assert page.evaluate("getComputedStyle(document.body, '::before').content") == "none"


@pytest.mark.parametrize("status", [0, 503])
def test_what_does_not_come_can_be_asked_for_again(place: tuple[Page, str, str, str], status: int) -> None:
    page, button, asked, goal = place
    page.route(asked, lambda route: route.fulfill(status=status, body="Out of order") if status else route.abort())
    before = page.locator(goal).inner_text()
    page.locator(button).first.click()
    note = page.locator("#failed")
    expect(note).to_be_visible()
    assert page.locator(goal).inner_text() == before
    page.unroute(asked)
    note.get_by_role("button", name="Try again").click()
    expect(page.locator(goal)).not_to_have_text(before, use_inner_text=True)
    expect(note).to_be_hidden()
