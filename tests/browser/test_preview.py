"""The effect of an action is visible before it is played: with the mouse, by keyboard, on a touch screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.person import Person

pytestmark = pytest.mark.browser


def at_the_table(sit: Sit, **options: object) -> Person:
    guest = sit(**options)
    guest.play_now()
    assert guest.wait_for_decision()
    return guest


def preview(page: Page) -> object:
    return page.locator("#preview")


def test_the_mouse_over_a_button_shows_what_it_would_do(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    page, ply = guest.page, guest.ply
    play = guest.actions.filter(has_text="Play").first
    play.hover()
    expect(preview(page)).to_be_visible()
    expect(page.locator("#preview-say")).to_contain_text(re.compile("^\\s*Play"))
    expect(page.locator("#preview-marks .ghost--preview")).to_have_count(1)
    expect(page.locator("#reminder a")).to_have_attribute("href", re.compile(r"/rules/rapa_nui/#RAP-3"))
    page.mouse.move(5, 5)
    expect(preview(page)).to_be_hidden()
    expect(page.locator("#preview-marks")).to_have_count(0)
    assert guest.ply == ply


def test_the_focus_shows_it_too_and_enter_plays(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    page, ply = guest.page, guest.ply
    page.locator("#hint-ask").focus()
    page.keyboard.press("Tab")
    expect(preview(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview(page)).to_be_hidden()
    page.keyboard.press("Enter")
    guest.wait_past(ply)
    expect(page.locator("#preview-marks")).to_have_count(0)


def test_a_key_shows_what_would_follow_and_plays_when_it_is_pressed_again(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    page, ply = guest.page, guest.ply
    first, second = page.locator("button[data-key='1']"), page.locator("button[data-key='2']")
    page.keyboard.press("1")
    expect(first).to_be_focused()
    expect(preview(page)).to_be_visible()
    page.keyboard.press("2")
    expect(second).to_be_focused()
    assert guest.ply == ply
    page.keyboard.press("2")
    guest.wait_past(ply)
    page.locator("#setting-play-at-once").check()
    if guest.wait_for_decision():
        ply = guest.ply
        page.keyboard.press("1")
        guest.wait_past(ply)


WATCH_PIECES = """() => {
    window.hidden = 0;
    window.twice = 0;
    new MutationObserver(() => {
        const coming = document.querySelectorAll(".is-coming").length;
        window.hidden = Math.max(window.hidden, coming);
        if (coming > document.querySelectorAll("body > .ghost").length) window.twice += 1;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def test_a_piece_shows_when_its_picture_has_arrived(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    page, ply = guest.page, guest.ply
    page.evaluate(WATCH_PIECES)
    guest.actions.filter(has_text="Play").first.click()
    guest.wait_past(ply)
    while guest.wait_for_decision():
        draws = guest.actions.filter(has_text="Draw")
        ply = guest.ply
        if draws.count():
            draws.first.click()
            guest.wait_past(ply)
            break
        guest.actions.first.click()
        guest.wait_past(ply)
    page.wait_for_function("() => window.hidden > 0")
    expect(page.locator(".is-coming")).to_have_count(0)
    expect(page.locator("body > .ghost")).to_have_count(0)


PUSH_THE_BOARD = """() => {
    addEventListener("htmx:after:swap", () => (document.querySelector(".stage").style.paddingTop = "2000px"), true);
    new MutationObserver((changes) => {
        const board = document.getElementById("display").getBoundingClientRect();
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
            if (added.matches?.(".ghost")) document.body.dataset.below ??= parseFloat(added.style.top) - board.top;
    }).observe(document.body, { childList: true });
}"""
"""Pushes the board down, as a result does at the end of a match, and notes how far below its top a piece sets out."""


def test_pieces_set_out_from_where_the_board_lies_now(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    page, ply = guest.page, guest.ply
    guest.actions.filter(has_text="Play").first.click()
    guest.wait_past(ply)
    draws = guest.actions.filter(has_text="Draw")
    while not draws.count():
        assert guest.wait_for_decision()
        ply = guest.ply
        guest.actions.first.click()
        guest.wait_past(ply)
    height = page.locator("#display").evaluate("it => it.getBoundingClientRect().height")
    page.evaluate(PUSH_THE_BOARD)
    draws.first.click()
    expect(page.locator("body[data-below]")).to_have_count(1)
    assert 0 < float(page.locator("body").get_attribute("data-below") or 0) < height


def test_the_first_tap_only_shows(sit: Sit) -> None:
    guest = at_the_table(sit, width=360, height=740, has_touch=True, is_mobile=True)
    page, ply = guest.page, guest.ply
    first, second = guest.actions.nth(0), guest.actions.nth(1)
    first.tap()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    second.tap()
    expect(second).to_have_class(re.compile("is-chosen"))
    expect(first).not_to_have_class(re.compile("is-chosen"))
    page.get_by_role("button", name="Cancel").tap()
    expect(preview(page)).to_be_hidden()
    assert guest.ply == ply
    second.tap()
    second.tap()
    guest.wait_past(ply)


def test_what_was_tapped_stands_until_there_is_news(sit: Sit) -> None:
    guest = at_the_table(sit, width=360, height=740, has_touch=True, is_mobile=True)
    page, ply = guest.page, guest.ply
    guest.actions.first.tap()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    # The browser's address bar disappears, then the page polls and there is no news.
    page.set_viewport_size({"width": 360, "height": 796})
    page.route("**/match/*/?ply=*", lambda route: route.fulfill(status=204))
    with page.expect_response(lambda answer: answer.status == 204):
        page.evaluate("dispatchEvent(new Event('focus'))")
    page.unroute("**/match/*/?ply=*")
    page.wait_for_load_state("networkidle")
    expect(guest.actions.first).to_have_class(re.compile("is-chosen"))
    page.get_by_role("button", name="Confirm").tap()
    guest.wait_past(ply)


def wants_to_be_asked(guest: Person) -> None:
    """Turn on the question before every end of a turn."""
    table = guest.page.url
    guest.choose("confirm_turns", "always")
    guest.page.goto(table)


def test_who_taps_twice_is_not_asked_once_more_whether_the_turn_may_end(sit: Sit) -> None:
    guest = at_the_table(sit, width=360, height=740, has_touch=True, is_mobile=True)
    wants_to_be_asked(guest)
    for _action in range(12):
        ply = guest.ply
        guest.actions.first.tap()
        guest.actions.first.tap()
        guest.wait_past(ply)
        assert guest.wait_for_decision()
        if guest.ply > ply + 1:  # others have decided: the turn had ended
            return
    pytest.fail("no turn ended")


def test_who_clicks_is_asked_whether_the_turn_may_end(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    wants_to_be_asked(guest)
    for _action in range(12):
        assert guest.wait_for_decision()
        ply, board = guest.ply, guest.page.locator("#display").bounding_box()
        guest.actions.first.click()
        guest.page.wait_for_function(
            "ply => document.getElementById('confirm') || +document.getElementById('match').dataset.ply > ply", arg=ply
        )
        if guest.page.locator("#confirm").is_visible():
            assert guest.ply == ply
            assert guest.page.locator("#display").bounding_box() == board
            return
    pytest.fail("nobody asked")


def test_a_tap_plays_at_once_for_players_who_want_that(sit: Sit) -> None:
    guest = at_the_table(sit, width=360, height=740, has_touch=True, is_mobile=True)
    guest.page.locator("#setting-play-at-once").check()
    ply = guest.ply
    guest.actions.first.tap()
    guest.wait_past(ply)
    guest.page.reload()
    expect(guest.page.locator("#setting-play-at-once")).to_be_checked()


WATCH_RINGS = """() => {
    window.rings = 0;
    window.pictures = 0;
    new MutationObserver((changes) => {
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
            if (added.matches?.(".arrived")) window.rings += 1;
            if (added.matches?.(".ghost:not(.ghost--preview)")) window.pictures += 1;
        }
    }).observe(document.body, { childList: true });
}"""
"""Counts rings, which only show for a moment, and pictures of pieces."""


def test_without_motion_the_goal_carries_a_ring(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440, reduced_motion="reduce")
    ply = guest.ply
    guest.page.evaluate(WATCH_RINGS)
    guest.actions.filter(has_text="Play").first.click()
    guest.wait_past(ply)
    assert guest.page.evaluate("window.rings") > 0
    assert guest.page.evaluate("window.pictures") == 0
    expect(guest.page.locator(".arrived")).to_have_count(0)


def test_stepping_back_and_on(sit: Sit) -> None:
    guest = at_the_table(sit, width=1440)
    page, ply = guest.page, guest.ply
    guest.actions.filter(has_text="Play").first.click()
    guest.wait_past(ply)
    assert guest.wait_for_decision()
    now = int(guest.match.get_attribute("data-step") or 0)
    page.locator("#step-back").click()
    expect(guest.match).to_have_attribute("data-mood", "past")
    expect(guest.match).to_have_attribute("data-step", str(now - 1))
    expect(page.locator("#step-back")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(guest.match).to_have_attribute("data-step", str(now))
    expect(guest.match).to_have_attribute("data-mood", "mine")
    page.keyboard.press("ArrowLeft")
    expect(guest.match).to_have_attribute("data-mood", "past")
    page.keyboard.press("Escape")
    expect(guest.match).to_have_attribute("data-mood", "mine")
