"""Ways to play: how someone makes a decision, with each kind of input. What to play is chosen at random."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from playwright.sync_api import Locator

from tests.browser.person import Person

Decide = Callable[[Person, Random], None]
"""Makes the current decision."""

WITHOUT_A_PLACE = re.compile(r"offer .*|goods .*|hire .*\+.*|return \w+ \w+|(swap .* )?end")
"""Actions without a place on the board: in The Princes those about sets (goods to offer or receive, several Incas, two
cards), as only single things have a place; in Maya announcing the end. All other actions can be pressed on the board.
"""

MOST_TABS = 120
"""More key presses than anyone would make to reach a choice."""


def on_the_board(person: Person, rng: Random) -> None:
    """Click a place on the board."""
    _on_the_board(person, rng).click()


def with_taps(person: Person, rng: Random) -> None:
    """Tap a place on the board or a button of the panel."""
    by_place = person.spots.count() and rng.random() < 0.5
    action = _place_of(person, _any(person.spots, rng)) if by_place else _any(person.actions, rng)
    if not action.is_visible():
        _show(action, Locator.tap)
    action.tap()
    # The first tap shows the preview.
    person.page.get_by_role("button", name="Confirm").tap()


def with_keys(person: Person, rng: Random) -> None:
    """Press the key that an action shows, twice, or go to it with Tab and press Enter or Space."""
    page = person.page
    page.wait_for_function("() => document.activeElement !== document.body")  # otherwise the keyboard focus is lost
    action = _any(person.actions, rng)
    key = action.get_attribute("data-key")
    if key and rng.random() < 0.5:
        only_goes_there = action.is_visible() and not action.evaluate("it => it === document.activeElement")
        page.keyboard.press(key)
        if only_goes_there:
            page.keyboard.press(rng.choice((key, "Enter")))
        return
    if not action.is_visible():
        _show(action, lambda part: _press(person, part))
    _tab_to(person, action)
    page.keyboard.press(rng.choice(("Enter", "Space")))


def with_forms(person: Person, rng: Random) -> None:
    """Press a button of the panel's form: without JavaScript this loads a new page."""
    action = _any(person.actions, rng)
    if not action.is_visible():
        _fold_of(action).click()
    action.click()


def _on_the_board(person: Person, rng: Random) -> Locator:
    """A random place on the board, or the button of an answer that has none."""
    action = _any(person.actions, rng)
    value = action.get_attribute("value") or ""
    arrow = person.page.locator(f"#match button[data-card][value='{value}']")
    if arrow.count() and not arrow.is_visible():  # it lights up once its card is chosen
        person.page.locator(f"label:has(#{arrow.get_attribute('data-card')})").click()
    place = _place_of(person, action)
    if place.count():
        return place
    assert WITHOUT_A_PLACE.fullmatch(value), f"{value} cannot be pressed on the board"
    if not action.is_visible():
        _show(action, Locator.click)
    return action


def _place_of(person: Person, action: Locator) -> Locator:
    """The uppermost place on the board for an action, if any: the chip for an amount lies on its district."""
    value = action.get_attribute("value") or ""
    return person.spots.and_(person.page.locator(f"[value='{value}']")).last


def _any(buttons: Locator, rng: Random) -> Locator:
    """One of the buttons: first a random verb, then one of its buttons, so that long lists do not drown short ones."""
    values: Sequence[str] = buttons.evaluate_all("buttons => buttons.map(button => button.value)")
    verb = rng.choice(sorted(set(map(_verb, values))))
    return buttons.nth(rng.choice([place for place, value in enumerate(values) if _verb(value) == verb]))


def _verb(value: str) -> str:
    return value.split()[0]


def _show(action: Locator, press: Callable[[Locator], None]) -> None:
    """Make the button of an action visible: pick the goods of its set, or open its fold."""
    box = action.locator("xpath=ancestor::*[@data-goods]")
    if not box.count():
        press(_fold_of(action))
        return
    wanted = (action.get_attribute("value") or "").split()[1].split("+")
    for picks in (False, True):  # first unpick what is too much: there may be no room for more
        for ware in box.locator("[data-ware]").all():
            is_picked = ware.get_attribute("aria-pressed") == "true"
            is_wanted = ware.get_attribute("data-ware") in wanted
            if is_picked != is_wanted == picks:
                press(ware)


def _fold_of(action: Locator) -> Locator:
    return action.locator("xpath=ancestor::details[not(@open)]/summary")


def _press(person: Person, goal: Locator) -> None:
    _tab_to(person, goal)
    person.page.keyboard.press("Enter")


def _tab_to(person: Person, goal: Locator) -> None:
    for _press in range(MOST_TABS):
        if goal.evaluate("goal => goal === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no way with the tabulator to {goal}")
