"""The goods of a set are picked one by one, and what the set brings can be read before it is played."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Look

pytestmark = pytest.mark.browser

DESK = {"width": 1366, "height": 768}


def asked_for_an_offer(look: Look, window: dict[str, int]) -> Page:
    """A match in which the member may offer goods in the Main Temple."""
    page = look("princes-midway", window)
    expect(page.locator(".goods.is-picking")).to_be_visible()
    return page


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_one_button_says_what_the_picked_goods_bring(look: Look, window: dict[str, int]) -> None:
    page = asked_for_an_offer(look, window)
    wares, shown = page.locator("[data-ware]"), page.locator(".goods [name=action]:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("value", "offer none")
    words = [ware.get_attribute("data-ware") for ware in wares.all()]
    for number, ware in enumerate(wares.all(), start=1):
        box = ware.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        ware.click()
        expect(ware).to_have_attribute("aria-pressed", "true")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("value", "offer " + "+".join(map(str, words[:number])))
        expect(shown).to_contain_text(f"{2 * number} steps to field")
    page.keyboard.press("1")
    expect(wares.first).to_have_attribute("aria-pressed", "false")
    assert page.locator("#display [value^=offer]").count() == 0


def test_what_is_picked_stays_while_others_talk(look: Look) -> None:
    page = asked_for_an_offer(look, DESK)
    page.locator("[data-ware]").first.click()
    with page.expect_response(lambda answer: "ply=" in answer.url or answer.url.endswith("/")):
        page.evaluate("htmx.ajax('GET', location.href, {target: '#match', swap: 'outerMorph'})")
    expect(page.locator("[data-ware]").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".goods [name=action]:visible")).to_have_count(1)
