"""A player's piece moves at the press, before the response; the response corrects it if necessary."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Sit
from tests.browser.person import Person

pytestmark = pytest.mark.browser

PLAY = "**/play/"

COUNT_PICTURES = """() => {
    window.pictures = 0;
    new MutationObserver((changes) => {
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
            if (added.matches?.(".ghost:not(.ghost--preview)")) window.pictures += 1;
    }).observe(document.body, { childList: true });
}"""

LAST_STEP = "() => Math.max(0, ...[...document.querySelectorAll('#log [data-step]')].map((line) => +line.dataset.step))"
WAYS_SINCE = """(step) => [...document.querySelectorAll("#log [data-travel]")]
    .filter((line) => +line.dataset.step > step)
    .reduce((sum, line) => sum + line.dataset.travel.split(" ").length / 3, 0)"""
"""How many moves of pieces the log has since a step."""


def at_the_table(sit: Sit, **options: object) -> Person:
    guest = sit(width=1440, **options)
    guest.play_now()
    assert guest.wait_for_decision()
    guest.page.evaluate(COUNT_PICTURES)
    return guest


def previewed(guest: Person) -> Locator:
    """Hover over a card of the hand that can be played, so that the page has its preview."""
    play = guest.actions.filter(has_text="Play").first
    play.hover()
    expect(guest.page.locator("#preview-marks .ghost--preview")).to_have_count(1)
    return play


def hold(page: Page) -> Callable[[], Route]:
    """Hold back the next action from the server; the returned function waits for its request and returns it."""
    held: list[Route] = []
    page.route(PLAY, lambda route: held.append(route), times=1)

    def route() -> Route:
        while not held:
            page.wait_for_timeout(10)
        return held[0]

    return route


def press_and_hold(guest: Person) -> Route:
    """Play a card with its preview shown; its picture flies while the request is held back."""
    held = hold(guest.page)
    previewed(guest).click()
    answer = held()
    expect(flying(guest.page)).to_have_count(1)
    return answer


def flying(page: Page) -> Locator:
    return page.locator("body > .ghost")


def lifted(page: Page) -> Locator:
    return page.locator("#match .is-coming")


def test_a_piece_sets_out_before_the_answer_and_goes_once(sit: Sit) -> None:
    guest = at_the_table(sit)
    page, ply = guest.page, guest.ply
    seen = page.evaluate(LAST_STEP)
    answer = press_and_hold(guest)
    expect(page.locator("#preview-marks")).to_have_count(0)
    assert guest.ply == ply
    page.wait_for_function(
        "() => document.querySelector('body > .ghost').getAnimations().every((it) => it.playState === 'finished')"
    )
    expect(flying(page)).to_have_count(1)  # it has arrived, and stays there
    answer.continue_()
    guest.wait_past(ply)
    assert guest.wait_for_decision()  # nothing more is coming
    expect(flying(page)).to_have_count(0)
    ways = page.evaluate(WAYS_SINCE, seen)
    assert page.evaluate("window.pictures") == ways > 0
    expect(lifted(page)).to_have_count(0)


def test_the_piece_itself_is_not_seen_twice(sit: Sit) -> None:
    guest = at_the_table(sit)
    page = guest.page
    held = hold(page)
    alone = page.locator("#match [data-at=hand] > li:not([data-more]) button[data-place]").first
    alone.hover()
    page.locator("#preview-say [data-marks]").wait_for()
    alone.click()
    answer = held()
    expect(lifted(page)).to_have_count(1)
    answer.abort()
    expect(lifted(page)).to_have_count(0)


def test_it_comes_back_where_the_answer_says_otherwise(sit: Sit) -> None:
    guest = at_the_table(sit)
    page, ply = guest.page, guest.ply
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    answer = press_and_hold(guest)
    elsewhere.locator("#act button[name=action]").filter(has_text="Play").last.click()
    elsewhere.wait_for_function("ply => +document.getElementById('match')?.dataset.ply > ply", arg=ply)
    answer.continue_()
    guest.wait_past(ply)
    guest.wait_for_decision()
    expect(flying(page)).to_have_count(0)
    expect(lifted(page)).to_have_count(0)


def test_it_comes_back_where_there_is_no_answer(sit: Sit) -> None:
    guest = at_the_table(sit)
    page, ply = guest.page, guest.ply
    answer = press_and_hold(guest)
    answer.abort()
    expect(flying(page)).to_have_count(0)
    expect(lifted(page)).to_have_count(0)
    assert guest.ply == ply


def test_nothing_sets_out_for_who_wants_to_be_asked_first(sit: Sit) -> None:
    alice = sit(width=1440)
    alice.sign_up("Alice")
    alice.choose("confirm_turns", "always")
    alice.play_now()
    assert alice.wait_for_decision()
    alice.page.evaluate(COUNT_PICTURES)
    said = alice.page.locator("#preview-say [data-marks]")
    while True:
        alice.page.mouse.move(5, 5)
        alice.actions.first.hover()
        said.wait_for()
        is_asked = said.get_attribute("data-asked") is not None
        alice.page.evaluate("window.pictures = 0")
        ply = alice.ply
        alice.actions.first.click()
        if is_asked:
            break
        alice.wait_past(ply)
        assert alice.wait_for_decision()
    alice.page.locator("#confirm").wait_for()
    expect(alice.page.locator("#preview")).to_be_visible()
    expect(said).to_have_attribute("data-asked", "1")
    alice.page.mouse.move(5, 5)
    expect(alice.page.locator("#preview")).to_be_visible()
    assert alice.page.evaluate("window.pictures") == 0
    assert alice.ply == ply
    alice.page.locator("#confirm-yes").click()
    alice.wait_past(ply)
    assert alice.page.evaluate("window.pictures") > 0


def test_nothing_flies_where_nothing_may_move(sit: Sit) -> None:
    guest = at_the_table(sit, reduced_motion="reduce")
    ply = guest.ply
    previewed(guest).click()
    guest.wait_past(ply)
    assert guest.page.evaluate("window.pictures") == 0
