"""The first match of a newcomer: the strip above it leaves the board whole."""

import pytest
from playwright.sync_api import expect

from games.engine import GAMES
from tests.browser.conftest import Sit

pytestmark = pytest.mark.browser

BOARDS = """() => [...document.querySelectorAll("#display, .pmap, .boardbox")]
    .filter(part => part.getClientRects().length)
    .map(part => part.getBoundingClientRect().bottom + scrollY)"""


@pytest.mark.parametrize("game", GAMES)
def test_the_board_fits_the_window_with_the_strip_above_it(sit: Sit, game: str) -> None:
    page = sit(width=1366, height=768).page
    page.goto(f"/play/?game={game}")
    page.locator("#play").click()
    expect(page.locator("#first-steps")).to_be_visible()
    assert max(page.evaluate(BOARDS)) <= 768
