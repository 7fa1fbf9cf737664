"""Printed pages: paper is white, whatever the reader's colour scheme on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from games.engine import GAMES

pytestmark = pytest.mark.browser

COLOURS = """() => [...document.querySelectorAll("main, main *")].filter(each => each.checkVisibility()).map(each => {
    const { color, fill, stroke } = getComputedStyle(each);
    return [each.localName, color, fill, stroke].join(" ");
})"""


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_printed_in_the_colours_of_the_light_scheme(
    game: str, look: Callable[[str, dict[str, int]], Page]
) -> None:
    page = look(f"{game}-midway", {"width": 1000, "height": 900})
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    printed = page.evaluate(COLOURS)
    page.emulate_media(media="print", color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate(COLOURS) == printed, "the system is dark"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    assert page.evaluate(COLOURS) == printed, "the reader has chosen the dark scheme"
    page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
    assert page.evaluate(COLOURS) != printed, "on the screen it is dark"
