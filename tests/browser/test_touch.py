"""On phones, everything that can be tapped is large enough for a finger; links within a sentence are as tall as it."""

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES
from tests.browser.conftest import PHONE, Look

pytestmark = pytest.mark.browser

TOO_SMALL = """() => {
    const tappable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const area = it => {
        const label = it.matches("[type=radio], [type=checkbox], [type=file]") && it.labels[0];
        const whole = it.classList.contains("cover") && it.closest("li, article");
        const boxes = [it, label || whole || it].map(part => part.getBoundingClientRect());
        return Math.max(...boxes.map(box => Math.min(box.width, box.height)));
    };
    const isInSentence = it => getComputedStyle(it).display === "inline"
        && [...it.parentElement.childNodes].some(node => node.nodeType === 3 && node.textContent.trim().length > 1);
    return [...document.querySelectorAll(tappable)].filter(it => {
        const box = it.getBoundingClientRect();
        return it.checkVisibility({visibilityProperty: true}) && box.width > 1 && box.bottom + scrollY > 0
            && getComputedStyle(it).pointerEvents !== "none" && area(it) < 43.9 && !isInSentence(it);
    }).map(it => `${it.parentElement.className} > ${it.className} ${it.textContent.trim()}: ${area(it)}`);
}"""


def too_small(page: Page) -> list[str]:
    """What is too small for a finger on the page, with all that is folded opened."""
    page.evaluate("document.querySelectorAll('main details').forEach(fold => { fold.open = true; })")
    found: list[str] = page.evaluate(TOO_SMALL)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_match_can_be_tapped(look: Look, game: str) -> None:
    assert too_small(look(f"{game}-late", PHONE)) == []


def test_moon_tiles_and_answers_on_the_board_can_be_tapped(look: Look) -> None:
    for moment in ("midway", "begun", "early", "hiring"):
        page = look(f"princes-{moment}", PHONE)
        assert too_small(page) == []
    expect(page.locator(".answers .answer")).to_have_count(1)


@pytest.mark.parametrize("address", ["/", "/tables/", "/notices/", "/account/settings/", "/mine/", "/friends/"])
def test_all_of_a_page_can_be_tapped(look: Look, address: str) -> None:
    page = look("rapa_nui-finished", PHONE)
    assert too_small(page) == []
    page.goto(address)
    assert too_small(page) == []
