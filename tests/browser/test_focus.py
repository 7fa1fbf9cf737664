"""Keyboard users see where they are, and screen readers hear in sentences what happened."""

import pytest

from games.engine import GAMES
from tests.browser.conftest import PHONE, Look, Sit

pytestmark = pytest.mark.browser

TABLET = {"width": 768, "height": 1024}
DESK = {"width": 1440, "height": 900}
DIRECTIONS = ("Tab", "Shift+Tab")
STOPS = 40

UNDER_SOMETHING = """() => {
    const focused = document.activeElement;
    if (!focused.closest("main") || focused.closest(".quickbar")) return "";
    const {left, top, width, height} = focused.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
    if (over && (focused.contains(over) || over.contains(focused))) return "";
    return `${focused.outerHTML.slice(0, 90)} is under ${over?.outerHTML.slice(0, 90) ?? "nothing that is seen"}`;
}"""


@pytest.mark.parametrize("window", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_what_has_the_focus_is_seen(look: Look, game: str, window: dict[str, int]) -> None:
    page = look(f"{game}-late", window)
    page.emulate_media(reduced_motion="reduce")  # without motion the page scrolls at once
    for direction in DIRECTIONS:
        for _stop in range(STOPS):
            page.keyboard.press(direction)
            assert page.evaluate(UNDER_SOMETHING) == ""


def test_what_has_the_focus_is_not_under_a_notice(sit: Sit) -> None:
    reader = sit(**PHONE, reduced_motion="reduce")
    page = reader.page
    reader.sign_up("Hina")
    page.goto("/notices/settings/")
    reader.wait_until_it_hears()
    page.locator(".tries button[value=pages]").evaluate(
        "button => fetch(button.form.action, {method: 'POST', body: new FormData(button.form, button)})"
    )
    page.locator("#news > li").wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("main a, main button, main input").last.focus()
    for _stop in range(STOPS):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(UNDER_SOMETHING) == ""


def test_the_menu_closes_by_key_by_a_press_elsewhere_and_when_it_is_left(sit: Sit) -> None:
    reader = sit(width=1440)
    reader.sign_up("Menu-Closer")
    page = reader.page
    page.goto("/rules/")
    reader.wait_until_it_hears()
    summary = page.locator("header .menu > summary")
    opened = page.locator("header .menu[open]")
    summary.press("Enter")
    page.keyboard.press("Tab")
    assert opened.count() == 1
    page.keyboard.press("Escape")
    assert opened.count() == 0
    assert summary.evaluate("summary => summary === document.activeElement")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    assert opened.count() == 0
    summary.click()
    assert opened.count() == 1
    page.locator("h1").first.click()
    assert opened.count() == 0


LISTEN = """() => {
    window.heard = [];
    const live = document.getElementById("live");
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
}"""
HEARD = "sentence => window.heard.some(said => said.includes(sentence))"
"""Also finds sentences that were followed at once by what the others did next."""


def test_what_happened_is_said_in_sentences(sit: Sit) -> None:
    guest = sit(width=1280)
    guest.play_now()
    assert guest.wait_for_decision()
    ply = guest.ply
    page = guest.page
    page.evaluate(LISTEN)
    page.locator("#act .act", has_text="Play").first.click()
    guest.wait_past(ply)
    page.wait_for_function(HEARD, arg="Your turn: draw a card")
    ply = guest.ply
    page.locator("#act .act", has_text="Draw").first.click()
    guest.wait_past(ply)
    drawn = page.locator("#log li", has_text="You draw").first
    followed = drawn.locator(".log__more")
    page.wait_for_function(HEARD, arg=f". {followed.inner_text().rstrip('.')}. ")
