"""A newcomer’s film of every game: `python -m tests.browser.film FOLDER [--game GAME]` (needs chromium).

A person without an account comes to a new site, chooses a game, and plays it to its end by pressing places on the
board. Pictures are taken of the first page, of the first and the tenth decision, and of the result: at two widths, in
the light and the dark scheme. Each game's pictures also stand on one sheet, `<game>.jpg`.
"""

import argparse
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from games.engine import GAMES
from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE
from tests.browser.person import Person
from tests.browser.ways import on_the_board
from tests.stack.site import RunningSite

WINDOWS = (ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844))
SCHEMES = ("light", "dark")
TENTH = 10

SHEET = """<style>
  body {{ margin: 16px; background: #888; font: 20px sans-serif; }}
  div {{ display: flex; gap: 16px; margin-bottom: 16px; align-items: start; }}
  img {{ height: 450px; }}
</style>{rows}"""
"""A page with a row for each moment."""


def main() -> None:
    """Take the pictures of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=GAMES)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with (
        tempfile.TemporaryDirectory(prefix="machupicchu-film-") as folder,
        RunningSite(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for game in given.game or GAMES:
            print(game, flush=True)
            taken = film(browser, site.url, game, given.folder)
            lay_out(browser, taken, given.folder / f"{game}.jpg")
        browser.close()


def film(browser: Browser, url: str, game: str, folder: Path) -> list[list[Path]]:
    """Play one game as a newcomer. Returns the pictures that were taken, a list for each moment."""
    context = browser.new_context(base_url=url, viewport=WINDOWS[0], locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    person = Person(page, url)
    page.goto("/")
    taken = [look(page, folder, game, "1-first-page")]
    page.goto("/play/")
    page.locator(f"input[name=game][value={game}]").check(force=True)
    page.locator("#play").click()
    rng, decisions = Random(1), 0
    while person.wait_for_decision():
        decisions += 1
        if decisions in (1, TENTH):
            taken.append(look(page, folder, game, f"{len(taken) + 1}-decision-{decisions}"))
        ply = person.ply
        on_the_board(person, rng)
        person.wait_past(ply)
    expect(page.locator("#result")).to_be_visible()
    taken.append(look(page, folder, game, f"{len(taken) + 1}-result"))
    for problem in person.problems:
        print(f"  {problem}")
    context.close()
    return taken


def look(page: Page, folder: Path, game: str, moment: str) -> list[Path]:
    """Take pictures of what the window shows now, in every window and scheme, and go back to the first."""
    taken = []
    for window in WINDOWS:
        page.set_viewport_size(window)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.evaluate("scrollTo({ top: 0, behavior: 'instant' }); document.fonts.ready")
            page.wait_for_function("() => document.getAnimations().every(it => it.playState !== 'running')")
            taken.append(folder / f"{game}-{moment}-{window['width']}-{scheme}.png")
            page.screenshot(path=taken[-1])
    page.set_viewport_size(WINDOWS[0])
    page.emulate_media(color_scheme="light")
    return taken


def lay_out(browser: Browser, taken: list[list[Path]], sheet: Path) -> None:
    """Put all pictures of a game on one sheet."""
    page = browser.new_page(viewport={"width": 2000, "height": 900})
    with tempfile.NamedTemporaryFile("w", suffix=".html", dir=sheet.parent) as file:
        rows = ("".join(f'<img src="{picture.name}">' for picture in moment) for moment in taken)
        file.write(SHEET.format(rows="".join(f"<div>{row}</div>" for row in rows)))
        file.flush()
        page.goto(Path(file.name).as_uri())
        page.screenshot(path=sheet, full_page=True, type="jpeg", quality=80)
    page.close()


if __name__ == "__main__":
    main()
