"""There is room: the whole board is visible, on a desktop and on a phone, and fingers hit what they mean."""

import pytest

from games.engine import GAMES
from tests.browser.conftest import PHONE, Look
from tests.browser.visits import planned

pytestmark = pytest.mark.browser

DESK = {"width": 1440, "height": 900}
SMALLER = [{"width": 1366, "height": 768}, {"width": 1280, "height": 720}, {"width": 1024, "height": 768}]
FINGER = 44

WHOLE_BOARD = """async () => {
    await new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const element = document.querySelector("#match .pwrap, #match .boardbox");
    const board = element.getBoundingClientRect();
    const bar = document.querySelector(".quickbar")?.getBoundingClientRect().height ?? 0;
    const before = [...document.body.querySelectorAll("*")]
        .filter(other => other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
        .filter(other => !other.closest("svg, .seats") && !other.contains(element) && other.offsetHeight > 20)
        .map(other => `${other.tagName}.${other.className} ${other.offsetTop}+${other.offsetHeight}`);
    return {top: board.top, bottom: board.bottom, height: board.height, room: innerHeight - bar, before};
}"""

STEP_IN_SIGHT = """() => {
    const chip = document.querySelector(".catch__step[aria-current]")?.getBoundingClientRect();
    const strip = document.querySelector(".catch__steps")?.getBoundingClientRect();
    return chip && chip.left >= strip.left - 1 && chip.right <= strip.right + 1;
}"""
"""Null if the strip does not reach back that far."""

TOO_SMALL = """finger => {
    // The fields of a board are as large as they are: what begins there has a button in the panel as well, so the
    // keyboard leaves them out.
    const values = new Set([...document.querySelectorAll("#act .act")].map(button => button.value));
    const onTheBoard = element => element.tabIndex < 0 && (!element.value || values.has(element.value));
    return [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select")]
        .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.closest(".skip, .sr"))
        .filter(element => getComputedStyle(element).display !== "inline" && !onTheBoard(element))
        .map(element => element.closest("label") ?? element)
        .filter(element => {
            const {width, height} = element.getBoundingClientRect();
            return Math.min(width, height) < finger - 0.5;
        })
        .map(element => element.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("moment", ["begun", "late", "waiting"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_seen_whole_at_a_desk(look: Look, game: str, moment: str) -> None:
    board = look(f"{game}-{moment}", DESK).evaluate(WHOLE_BOARD)
    assert board["top"] >= 0
    assert board["bottom"] <= board["room"], board["before"]


@pytest.mark.parametrize("window", SMALLER, ids=lambda window: f"{window['width']}x{window['height']}")
@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_seen_whole_on_smaller_screens(look: Look, game: str, window: dict[str, int]) -> None:
    board = look(f"{game}-late", window).evaluate(WHOLE_BOARD)
    assert board["bottom"] <= board["room"], board["before"]


@pytest.mark.parametrize("game", GAMES)
def test_looking_back_moves_no_board_and_shows_which_step(look: Look, game: str) -> None:
    page = look(f"{game}-late", DESK)
    top, in_sight = page.evaluate(WHOLE_BOARD)["top"], [page.evaluate(STEP_IN_SIGHT)]
    for _step in range(8):
        step = page.locator("#match").get_attribute("data-step")
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("before => document.getElementById('match').dataset.step !== before", arg=step)
        assert page.evaluate(WHOLE_BOARD)["top"] == top
        in_sight.append(page.evaluate(STEP_IN_SIGHT))
    assert True in in_sight[1:]
    assert False not in in_sight


@pytest.mark.parametrize("moment", ["begun", "late"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_not_higher_than_a_phone(look: Look, game: str, moment: str) -> None:
    board = look(f"{game}-{moment}", PHONE).evaluate(WHOLE_BOARD)
    assert board["height"] <= board["room"]


@pytest.mark.parametrize("moment", ["early", "waiting"])
@pytest.mark.parametrize("game", GAMES)
def test_fingers_hit_what_they_mean(look: Look, game: str, moment: str) -> None:
    page = look(f"{game}-{moment}", PHONE)
    planned(page)
    assert page.evaluate(TOO_SMALL, FINGER) == []


@pytest.mark.parametrize("window", [DESK, PHONE])
def test_no_language_is_alone_in_its_row(look: Look, window: dict[str, int]) -> None:
    page = look("rapa_nui-finished", window)
    page.goto("/account/settings/")
    rows = [label.evaluate("label => label.offsetTop") for label in page.locator(".seg label[lang]").all()]
    assert rows.count(rows[-1]) > 1
