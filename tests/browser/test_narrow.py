"""Narrow windows: the longest names widen no page, and buttons beside headings have one place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.furnish import Furniture
from tests.browser.person import PASSWORD
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

LINES_OF_NAMES = """() => [...document.querySelectorAll("#result_list :is(.field-host, .field-decides)")].map(cell => {
    cell.textContent = "One-two-three-four-five";
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getClientRects().length;
})"""
"""How many lines a name with hyphens takes in each row of the list of matches."""

HEADS = """() => {
    const [head, heading, button] = [".page__head", ".page__head h1", ".page__head .btn"]
        .map(part => document.querySelector(part).getBoundingClientRect());
    return button.top < heading.bottom ? head.right - button.right : button.left - heading.left;
}"""
"""How far the button of a page is from its place: the right end of the heading's line, or else below its beginning."""

REPORTED = """() => {
    document.querySelector("#result_list td.field-said").textContent = "Pffff".repeat(20);
    return document.querySelector("#result_list td.field-text").getBoundingClientRect().width;
}"""
"""The width of what the first report says about a message of one long word."""

JOIN = """() => [".waiting__join .input", ".waiting__join .btn", ".waiting__join > a"].map(part => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect();
    return (top + bottom) / 2;
})"""
"""The middles of the field, the button and the link with which people sit down."""

LINES_OF_TEXT = """element => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getClientRects().length;
}"""

WIDTH = "document.documentElement.scrollWidth"

Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, site: RunningSite, furniture: Furniture) -> Iterator[Open]:
    """A function that gives a person a window of this size: `opened("member", 360, 740)`; "" is nobody."""
    contexts = []

    def opened(who: str, width: int, height: int, language: str = "en") -> Page:
        context = browser.new_context(base_url=site.url, viewport={"width": width, "height": height}, locale=language)
        contexts.append(context)
        if who:
            context.add_cookies([{"name": "sessionid", "value": furniture.sessions[who], "url": site.url}])
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def test_the_longest_names_widen_no_page(browser: Browser, site: RunningSite) -> None:
    longest = json.loads(site.python("-m", "tests.browser.longest"))
    context = browser.new_context(base_url=site.url, viewport={"width": 320, "height": 640})
    too_wide = {}
    for session in (longest["session"], ""):
        context.clear_cookies()
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page = context.new_page()
        for path in longest["paths"]:
            page.goto(path)
            page.evaluate("document.fonts.ready")
            if (width := page.evaluate(WIDTH)) > 320:
                too_wide[path, bool(session)] = width
        page.close()
    context.close()
    assert too_wide == {}


def test_a_message_with_the_longest_name_widens_no_page(browser: Browser, site: RunningSite) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/match/**")
    page.goto("/account/claim/")
    page.get_by_label("Name", exact=True).fill("W" * 24)
    page.locator("input[type=password]").first.fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".messages .note")).to_contain_text("Welcome, WWW")
    width = page.evaluate(WIDTH)
    context.close()
    assert width == 320


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_button_of_a_page_has_one_place_on_a_phone(opened: Open, language: str) -> None:
    page = opened("member", 360, 740, language)
    off = {}
    for path in ("/clubs/", "/cups/", "/mine/", "/notices/", "/notices/settings/"):
        page.goto(path)
        page.evaluate("document.fonts.ready")
        off[path] = page.evaluate(HEADS)
    assert max(map(abs, off.values())) < 1, off


def test_what_a_report_is_about_is_not_broken_into_single_words_on_a_phone(opened: Open) -> None:
    page = opened("moderator", 360, 740)
    page.goto("/admin/games/report/")
    box, width = page.locator("#result_list th[class^=field-]").first.bounding_box(), page.evaluate(WIDTH)
    assert box is not None
    assert box["width"] >= 140
    assert width == 360


def test_a_name_in_a_list_of_the_administration_stays_in_one_line(opened: Open) -> None:
    page = opened("moderator", 1280, 800)
    page.goto("/admin/games/match/")
    lines, width = page.evaluate(LINES_OF_NAMES), page.evaluate(WIDTH)
    assert ({*lines}, width) == ({1}, 1280)


def test_a_long_word_in_a_message_leaves_room_for_what_is_reported_about_it(opened: Open) -> None:
    page = opened("moderator", 1440, 900)
    page.goto("/admin/games/report/")
    assert page.evaluate(REPORTED) > 140


def test_the_field_at_a_table_and_what_is_beside_it_are_in_one_line(opened: Open, furniture: Furniture) -> None:
    page = opened("", 1280, 800)
    page.goto(f"/match/{furniture.parts['maya-open']}/")
    middles = page.evaluate(JOIN)
    assert max(middles) - min(middles) < 4


def test_the_number_of_a_paragraph_stays_in_one_line_beside_a_long_heading(opened: Open) -> None:
    page = opened("", 360, 740, "de")
    page.goto("/rules/princes/")
    number = page.locator(".para", has_text="5.4").first
    number.scroll_into_view_if_needed()  # parts of a long page are laid out only when they come near
    assert number.evaluate(LINES_OF_TEXT) == 1
