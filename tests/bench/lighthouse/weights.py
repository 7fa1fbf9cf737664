"""The bytes of a match over the wire: the first load with an empty cache, and the moves after it."""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from games.engine import GAMES
from tests.browser.furnish import Furniture

MOVES = 8


@dataclass(frozen=True)
class Weight:
    """Bytes received, including headers: all of the first load, and the median and largest of the moves after it."""

    first: int
    middle: int
    largest: int


def measure(browser: Browser, url: str, furniture: Furniture) -> Iterator[tuple[str, Weight]]:
    """For each game, the weight of a match that is well under way, in a browser with an empty cache."""
    for game in GAMES:
        context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        context.add_cookies([{"name": "sessionid", "value": furniture.sessions["member"], "url": url}])
        page = context.new_page()
        loaded = _loaded(page)
        page.goto(f"/match/{furniture.parts[f'{game}-early']}/", wait_until="networkidle")
        first = sum(loaded)
        yield game, Weight(first, *_moves(page, loaded))
        context.close()


def _moves(page: Page, loaded: list[int]) -> tuple[int, int]:
    """The median and the largest bytes of up to `MOVES` own actions in a row."""
    costs: list[int] = []
    while len(costs) < MOVES and page.locator("#act button[name=action]").count():
        loaded.clear()
        ply = int(page.locator("#match").get_attribute("data-ply") or 0)
        page.locator("#act button[name=action]").first.evaluate("button => button.click()")
        page.wait_for_function("ply => +document.getElementById('match').dataset.ply > ply", arg=ply)
        page.wait_for_load_state("networkidle")
        costs.append(sum(loaded))
    return round(statistics.median(costs)), max(costs)


def _loaded(page: Page) -> list[int]:
    """A list that grows by the size of everything the page loads."""
    sizes: list[int] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(round(event["encodedDataLength"])))
    return sizes
