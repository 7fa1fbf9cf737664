"""`make pictures`: takes new pictures for the README, each from the middle of the game's example."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from games.engine import GAMES
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.stack.site import ROOT, RunningSite

WINDOW = {"width": 1440, "height": 900}
SHARPNESS = 1.5
QUALITY = 82


def main() -> None:
    """Write `docs/<game>.jpg` for every game."""
    with (
        tempfile.TemporaryDirectory(prefix="machupicchu-pictures-") as folder,
        RunningSite(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        take(browser, site.url)
        browser.close()


def take(browser: Browser, url: str) -> None:
    """Take a picture of the board of every game, in the light scheme."""
    page = browser.new_page(base_url=url, viewport=WINDOW, device_scale_factor=SHARPNESS, color_scheme="light")
    for game in GAMES:
        name = game.replace("_", "-")
        page.goto(f"/match/{name}/replay/")
        last = int(page.locator("#step").get_attribute("max") or 0)
        page.goto(f"/match/{name}/replay/?step={last // 2}", wait_until="networkidle")
        page.evaluate("document.fonts.ready")
        board = page.locator("#replay :is(.pboard, .boardbox)").first
        board.screenshot(path=ROOT / "docs" / f"{name}.jpg", type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main()
