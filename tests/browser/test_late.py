"""A response comes late, or not at all: the page says so, and helps."""

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
"""The page, the button to press, the request it makes, and the element that gets the response."""

ASK_FOR_THE_SIGN = """() => new Promise(done => {
    document.addEventListener("htmx:after:request", ({ detail }) => detail.ctx.target.id === "your-turn" && done());
    dispatchEvent(new Event("online"));
})"""
"""Makes the page poll for what waits for its reader, and waits for the response."""


@pytest.fixture(params=PLACES)
def place(
    request: Any, browser: Browser, site: RunningSite, furniture: Furniture
) -> Iterator[tuple[Page, str, str, str]]:
    address, button, asked, goal = PLACES[request.param]
    context = browser.new_context(
        base_url=site.url, viewport={"width": 1280, "height": 900}, locale="en-GB", service_workers="block"
    )
    context.add_cookies([{"name": "sessionid", "value": furniture.sessions["member"], "url": site.url}])
    page = context.new_page()
    page.goto(address.format(**furniture.parts), wait_until="networkidle")
    page.wait_for_load_state()  # on a busy machine the network is idle before the scripts have started
    yield page, button, asked, goal
    context.close()


def test_what_is_slow_shows_that_it_comes(place: tuple[Page, str, str, str]) -> None:
    page, button, asked, goal = place
    held: list[Route] = []
    page.route(asked, lambda route: held.append(route))
    page.locator(button).first.click()
    expect(page.locator(goal)).to_have_attribute("aria-busy", "true")
    expect(page.locator("#failed")).to_be_hidden()
    for route in held:  # including what a page prefetches
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
    page.evaluate(ASK_FOR_THE_SIGN)  # this response comes, but is not the one that failed
    expect(note).to_be_visible()
    page.unroute(asked)
    note.get_by_role("button", name="Try again").click()
    expect(page.locator(goal)).not_to_have_text(before, use_inner_text=True)
    expect(note).to_be_hidden()


def test_a_failure_is_not_put_into_the_page_before_our_script_is_there(
    place: tuple[Page, str, str, str],
) -> None:
    page, button, asked, goal = place
    page.route("**/live.*js", lambda route: route.abort())
    page.reload()
    before = page.locator(goal).inner_text()
    page.route(asked, lambda route: route.fulfill(status=503, body="Out of order"))
    with page.expect_response(asked):
        page.locator(button).first.click()
    expect(page.locator("main")).not_to_contain_text("Out of order")
    assert page.locator(goal).inner_text() == before
