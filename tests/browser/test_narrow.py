"""On a phone 320 pixels wide, the longest names widen no page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

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
