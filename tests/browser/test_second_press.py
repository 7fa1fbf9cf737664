"""A press that was meant for the previous question does not answer the next one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES
from tests.browser.conftest import PHONE, Sit
from tests.browser.person import Person

pytestmark = pytest.mark.browser

WINDOWS = [(1280, 900), (PHONE["width"], PHONE["height"])]
IDS = ["wide", "phone"]

TOP = "() => document.getElementById('act').getBoundingClientRect().top"

NOTE_TOPS = """() => document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.request.method !== "POST") return;
    window.topAfter = document.getElementById("act")?.getBoundingClientRect().top ?? null;
})"""

TRIES = 8
IN_TIME = 400
"""Milliseconds after a response in which a second press counts as part of the first, with some margin."""

WHEN = """() => {
    window.when = { swap: 0, press: 0 };
    document.addEventListener("htmx:after:swap", ({ detail }) => {
        if (detail.ctx.target.id === "match") when.swap = performance.now();
    });
    addEventListener("pointerdown", ({ timeStamp }) => (when.press = timeStamp), { capture: true });
    addEventListener("keydown", ({ timeStamp }) => (when.press = timeStamp), { capture: true });
}"""
"""Notes when the page last changed, and when it was pressed: a busy machine may press too late for the test."""


SLOW_TIME = """{
    const now = performance.now.bind(performance);
    performance.now = () => now() / 20;
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) / 20; } });
}"""
"""Slows the clocks that time presses, so that any machine presses within the page's time limits."""


def was_in_time(page: Page) -> bool:
    """Whether the last press followed the response as fast as the second one of a double click."""
    return bool(page.evaluate("most => when.press - when.swap < most", IN_TIME))


COUNT_ANSWERS = """
window.answers = 0;
document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.request.method === "POST") window.answers += 1;
});
"""
"""Counts the responses to presses that have been shown."""


def begun(sit: Sit, game: str, window: tuple[int, int], touch: bool = False, script: str = "") -> Person:
    """A person who is about to decide for the first time in a match against a computer player."""
    person = sit(*window, has_touch=touch, is_mobile=touch)
    person.page.add_init_script(COUNT_ANSWERS)
    person.page.add_init_script(script)
    person.page.goto(f"/play/?game={game}&level=beginner")
    person.page.locator("#play").click()
    assert person.wait_for_decision()
    return person


def own_actions(page: Page) -> int:
    """The number of the reader's actions that the server has stored."""
    answer = page.request.get(page.url.replace("/match/", "/api/match/"))
    return sum(entry["source"] == "person" and entry["kind"] == "play" for entry in answer.json()["log"])


def centre(person: Person) -> tuple[float, float]:
    """The centre of the first action button, in the window."""
    button = person.page.locator("#act button[name=action]:visible").first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def answered(page: Page, press: Callable[[], None]) -> None:
    """Press, and wait until the response is shown."""
    shown = page.evaluate("answers")
    press()
    page.wait_for_function("shown => answers > shown", arg=shown)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by", ["mouse", "finger", "Enter"])
def test_what_is_pressed_twice_is_played_once(sit: Sit, game: str, by: str) -> None:
    touch = by == "finger"
    person = begun(sit, game, WINDOWS[int(touch)], touch=touch, script=SLOW_TIME)
    page = person.page
    page.evaluate("localStorage.setItem('play-at-once', 'on')")
    page.evaluate(WHEN)

    def press(count: int) -> None:
        if by == "mouse":
            page.mouse.click(x, y, click_count=count)
        elif touch:
            page.touchscreen.tap(x, y)
        else:
            page.keyboard.press("Enter")

    for _decision in range(TRIES):
        x, y = centre(person)
        if by == "Enter":
            page.locator("#act button[name=action]:visible").first.focus()
        before = own_actions(page)
        answered(page, lambda: press(1))
        if by == "Enter":
            page.evaluate("document.querySelector('#act button[name=action]')?.focus()")
        press(2)
        in_time = was_in_time(page)
        page.wait_for_function("() => !document.body.classList.contains('is-settling')")
        if in_time:
            assert own_actions(page) == before + 1
            return
        if not person.wait_for_decision():
            break
    raise AssertionError("this machine is too slow to press anything twice")


def test_after_a_moment_the_same_place_is_pressed_again(sit: Sit) -> None:
    person = begun(sit, "princes", WINDOWS[0])
    page = person.page
    for _decision in range(2):
        before = own_actions(page)
        x, y = centre(person)
        answered(page, lambda x=x, y=y: page.mouse.click(x, y))
        person.wait_until_presses_count()
        assert own_actions(page) == before + 1
        assert person.wait_for_decision()


def test_the_double_click_that_begins_a_game_plays_nothing_in_it(sit: Sit) -> None:
    person = begun(sit, "rapa_nui", WINDOWS[0])
    x, y = centre(person)
    person.page.reload()
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.method))
    person.page.mouse.move(x, y)
    person.page.mouse.down(click_count=2)  # the first of the two clicks was on the page before
    person.page.mouse.up(click_count=2)
    assert own_actions(person.page) == 0
    assert "POST" not in sent


def test_one_steps_back_as_quickly_as_one_likes(sit: Sit) -> None:
    person = begun(sit, "rapa_nui", WINDOWS[0])
    page = person.page
    while int(person.match.get_attribute("data-step") or 0) < 3:
        ply = person.ply
        person.actions.first.click()
        person.wait_past(ply)
        person.wait_for_decision()
    page.locator("#step-back").click(click_count=1)
    expect(person.match).to_have_attribute("data-mood", "past")
    step = int(person.match.get_attribute("data-step") or 0)
    page.locator("#step-back").click(click_count=1)
    expect(person.match).to_have_attribute("data-step", str(step - 1))


@pytest.mark.parametrize("window", WINDOWS, ids=IDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_choices_begin_at_the_same_place(sit: Sit, game: str, window: tuple[int, int]) -> None:
    person = begun(sit, game, window)
    page = person.page
    page.evaluate(NOTE_TOPS)
    tops = []
    for _decision in range(6):
        centre(person)
        there = page.evaluate(TOP)
        answered(page, lambda: person.page.locator("#act button[name=action]:visible").first.click())
        # The top as of the response: a rival's move may have come since.
        now = page.evaluate("() => window.topAfter")
        if now is not None:
            tops.append(now - there)
        person.wait_until_presses_count()
        if not person.wait_for_decision():
            break
    assert all(abs(moved) <= 1 for moved in tops), tops


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_or_its_absence_moves_no_choice(sit: Sit, game: str) -> None:
    person = begun(sit, game, WINDOWS[0])
    page = person.page
    there = page.evaluate(TOP)
    for part in ("#hint", "#why", "#task"):
        page.evaluate("part => document.querySelector(part)?.append(' and much more'.repeat(20))", part)
        assert page.evaluate(TOP) == there, part


def test_nothing_is_foretold_under_a_mouse_that_rests(sit: Sit) -> None:
    person = begun(sit, "princes", WINDOWS[0])
    page = person.page
    x, y = centre(person)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    expect(page.locator("#preview")).to_be_visible()
    answered(page, lambda: (page.mouse.down(), page.mouse.up()))
    assert person.wait_for_decision()
    over = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button[name=action]') !== null", [x, y])
    foretold = page.locator("#preview")
    expect(foretold).to_be_hidden()
    page.wait_for_timeout(600)  # several times as long as a mouse must rest before a preview
    expect(foretold).to_be_hidden()
    if over:
        page.mouse.move(x + 2, y + 1)
        expect(foretold).to_be_visible()
