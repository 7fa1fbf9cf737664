"""Pieces that become part of a number shrink while they travel, and arrive beside it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Look

pytestmark = pytest.mark.browser

DESK = {"width": 1440, "height": 900}

WATCH = """() => {
    window.landed = 0;
    window.covered = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const flight = animate.apply(this, given);
        if (this.matches(".ghost")) flight.finished.then(() => {
            const own = this.getBoundingClientRect();
            window.landed += 1;
            for (const number of document.querySelectorAll(".seat .stock b, .kc b, .off b, .slab__n, .depot__value")) {
                const box = number.getBoundingClientRect();
                const isApart = box.right <= own.left || own.right <= box.left
                    || box.bottom <= own.top || own.bottom <= box.top;
                if (!isApart) window.covered.push(`${number.parentElement.className}: ${number.textContent}`);
            }
        });
        return flight;
    };
}"""
"""Counts the pictures that arrive, and the numbers that they lie on at that moment."""


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["rapa_nui", "machu_picchu", "princes"])
def test_what_arrives_covers_no_number(look: Look, game: str, window: dict[str, int]) -> None:
    page = look(f"{game}-finished", window)
    page.goto(f"{page.url}replay/?step=12")
    page.evaluate(WATCH)
    for step in range(12, 22):
        expect(page.locator("#step-count")).to_contain_text(f"step {step} of")
        expect(page.locator(".ghost")).to_have_count(0)
        page.keyboard.press("ArrowRight")
    expect(page.locator("#step-count")).to_contain_text("step 22 of")
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.evaluate("window.landed") > 3
    assert page.evaluate("window.covered") == []
