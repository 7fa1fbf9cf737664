"""Delays as felt by people, in browsers: from the press to the boards, and from *Play now* to the first decision.

    .venv/bin/python -m tests.bench.click [--moves N] [--starts N] [--strip FILE]

Two people play Rapa Nui, each in a window of their own, on the running site; Chromium has the same processors as the
site. Measured by the clocks of the pages, from the press to the frame that shows the result: the own piece moving, the
own board, the board of the other player. `--strip` writes a picture of one move in both windows, as they were
0, 50, 100 and 200 milliseconds after the press. Needs chromium.
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.person import Person
from tests.stack.site import RunningSite

MOVES = 30
STARTS = 5
AFTER = (0, 50, 100, 200)
"""Milliseconds after the press that the strip shows."""
WINDOW: ViewportSize = {"width": 1280, "height": 800}
DRAWN = 480
"""The width of each picture of the strip, in pixels."""

NOTE = """() => {
    const now = () => performance.timeOrigin + performance.now();
    const shown = (name) => requestAnimationFrame(() => (window.noted[name] ??= now()));
    window.noted = {};
    addEventListener("click", () => (window.noted.press = now()), true);
    document.addEventListener("htmx:after:swap", ({ detail }) => detail.ctx.target.id === "match" && shown("board"));
    new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (added.some((it) => it.matches?.(".ghost:not(.ghost--preview)"))) shown("piece");
    }).observe(document.body, { childList: true });
}"""
"""Notes when the page is pressed and when frames show the results, by the clock that all pages of a browser share."""

NOTE_PRESS = """() => addEventListener(
    "click",
    () => sessionStorage.setItem("press", performance.timeOrigin + performance.now()),
    true
)"""
SINCE_PRESS = "() => performance.timeOrigin + performance.now() - sessionStorage.getItem('press')"
"""The same from one page to the next: without what the driver of the browser does before it presses."""


def main() -> None:
    """Measure and print medians in milliseconds."""
    parser = ArgumentParser(prog="python -m tests.bench.click", description=__doc__)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--starts", type=int, default=STARTS, help="of Play now, after the first one")
    parser.add_argument("--strip", type=Path, help="write the film strip there, as JPEG")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="machupicchu-bench-") as folder,
        RunningSite(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        first, *later = (play_now(browser, site.url) for _start in range(1 + asked.starts))
        print(f"Play now to the first decision: first visit {first:.0f} ms, later {median(later):.0f} ms")
        with duel(browser, site.url) as pages:
            for name, times in measure(pages, asked.moves).items():
                print(
                    f"from the press to {name}: {median(times):.0f} ms, longest {max(times):.0f} ms, {len(times)} moves"
                )
            if asked.strip:
                asked.strip.write_bytes(strip(browser, pages))
        browser.close()


def play_now(browser: Browser, url: str) -> float:
    """Milliseconds from a new visitor's press on *Play now* until the board asks for their first decision."""
    context = browser.new_context(base_url=url, viewport=WINDOW, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    page.evaluate(NOTE_PRESS)
    page.get_by_role("button", name="Play now").click(no_wait_after=True)
    page.wait_for_selector("#match[data-mood=mine], #match[data-mood=ask]")
    passed = page.evaluate(SINCE_PRESS)
    context.close()
    return float(passed)


@contextmanager
def duel(browser: Browser, url: str) -> Iterator[list[Page]]:
    """The pages of two people who play Rapa Nui against each other."""
    people = []
    for name in ("Alice", "Bob"):
        context = browser.new_context(base_url=url, viewport=WINDOW, locale="en-GB")
        people.append(Person(context.new_page(), url))
        people[-1].sign_up(name)
    alice, bob = people
    bob.page.goto(alice.open_table(seats=2))
    bob.page.get_by_role("button", name="Sit down").click()
    for person in people:
        person.page.wait_for_selector("#match[data-mood=mine], #match[data-mood=wait]")
        person.wait_until_it_hears()
        person.page.evaluate(NOTE)
    yield [person.page for person in people]
    for person in people:
        person.page.context.close()


def measure(pages: list[Page], moves: int) -> dict[str, list[float]]:
    """Milliseconds from the press, by what is then shown, for up to `moves` moves."""
    found: dict[str, list[float]] = {"the own piece moves": [], "the own board": [], "the other's board": []}
    for _move in range(moves):
        mover, other = _in_turn(pages)
        if mover is None:
            break
        ply = _ply(mover)
        for page in pages:
            page.evaluate("() => (window.noted = {})")
        _press(mover)
        for page in pages:
            page.wait_for_function("ply => +document.getElementById('match').dataset.ply > ply && noted.board", arg=ply)
        mine, theirs = (page.evaluate("() => window.noted") for page in (mover, other))
        shown = (mine.get("piece"), mine["board"], theirs["board"])
        for times, at in zip(found.values(), shown, strict=True):
            if at is not None:
                times.append(at - mine["press"])
    return found


def strip(browser: Browser, pages: list[Page]) -> bytes:
    """A picture of one move in both windows, the mover's on top, as JPEG."""
    mover, other = _in_turn(pages)
    assert mover is not None, "the match is over"
    films = [_Film(page) for page in (mover, other)]
    ply = _ply(mover)
    mover.evaluate("() => (window.noted = {})")
    _press(mover)
    for page in pages:
        page.wait_for_function("ply => +document.getElementById('match').dataset.ply > ply", arg=ply)
        page.wait_for_timeout(max(AFTER))
    press = mover.evaluate("() => window.noted.press")
    rows = [
        "".join(
            f"<figure><img src='{film.at(press + after)}'><figcaption>{after} ms</figcaption></figure>"
            for after in AFTER
        )
        for film in films
    ]
    page = browser.new_page(viewport={"width": len(AFTER) * (DRAWN + 8) + 8, "height": 400})
    page.set_content(
        f"<style>body{{margin:8px;font:14px sans-serif;background:#fff}}section{{display:flex;gap:8px}}"
        f"figure{{margin:0}}img{{width:{DRAWN}px;display:block}}h2{{font-size:14px;margin:.5em 0}}</style>"
        f"<h2>Who moves</h2><section>{rows[0]}</section><h2>The other player</h2><section>{rows[1]}</section>"
    )
    picture = page.screenshot(full_page=True, type="jpeg", quality=70)
    page.close()
    return picture


class _Film:
    """The frames that a page showed, with their times: each frame that differs from the one before."""

    def __init__(self, page: Page) -> None:
        self._frames: list[tuple[float, str]] = []
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._keep)
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 80})
        page.wait_for_timeout(500)

    def at(self, milliseconds: float) -> str:
        """The frame shown at that time, as a data URL."""
        seen = [data for at, data in self._frames if at * 1000 <= milliseconds] or [self._frames[0][1]]
        return f"data:image/jpeg;base64,{seen[-1]}"

    def _keep(self, frame: dict[str, Any]) -> None:
        self._frames.append((frame["metadata"]["timestamp"], frame["data"]))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})


_turns = count()


def _in_turn(pages: list[Page]) -> tuple[Page | None, Page]:
    """The page of the player who decides, and the other one; None for the first when the match is over."""
    while True:
        for place, page in enumerate(pages):
            mood = page.locator("#match").get_attribute("data-mood")
            if mood in ("mine", "ask"):
                return page, pages[1 - place]
            if mood == "done":
                return None, pages[1 - place]
        pages[0].wait_for_timeout(20)


def _ply(page: Page) -> int:
    return int(page.locator("#match").get_attribute("data-ply") or 0)


def _press(page: Page) -> None:
    """Press an action once its preview is there, as someone does who has looked at it: a different one each time."""
    page.wait_for_function("() => !document.body.classList.contains('is-settling')")
    actions = page.locator("#act button[name=action]:visible")
    page.mouse.move(5, 5)
    action = actions.nth(next(_turns) % actions.count())
    action.hover()
    page.locator("#preview-say [data-marks]").wait_for()
    action.click()


if __name__ == "__main__":
    main()
