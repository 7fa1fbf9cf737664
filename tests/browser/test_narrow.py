"""Long names: on a phone 320 pixels wide they widen no page, and in lists of the administration they stay whole."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.browser.furnish import Furniture
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

LINES_OF_NAMES = """() => [...document.querySelectorAll("#result_list :is(.field-host, .field-decides)")].map(cell => {
    cell.textContent = "One-two-three-four-five";
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getClientRects().length;
})"""
"""How many lines a name with hyphens takes in each row of the list of matches."""

WIDTH = "document.documentElement.scrollWidth"


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


def test_what_a_report_is_about_is_not_broken_into_single_words_on_a_phone(
    browser: Browser, site: RunningSite, furniture: Furniture
) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 740})
    context.add_cookies([{"name": "sessionid", "value": furniture.sessions["moderator"], "url": site.url}])
    page = context.new_page()
    page.goto("/admin/games/report/")
    box, width = page.locator("#result_list th[class^=field-]").first.bounding_box(), page.evaluate(WIDTH)
    context.close()
    assert box is not None
    assert box["width"] >= 140
    assert width == 360


def test_a_name_in_a_list_of_the_administration_stays_in_one_line(
    browser: Browser, site: RunningSite, furniture: Furniture
) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "sessionid", "value": furniture.sessions["moderator"], "url": site.url}])
    page = context.new_page()
    page.goto("/admin/games/match/")
    lines, width = page.evaluate(LINES_OF_NAMES), page.evaluate(WIDTH)
    context.close()
    assert ({*lines}, width) == ({1}, 1280)
