"""A real Chromium, and people who use it."""

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser.furnish import Furniture
from tests.browser.person import Person
from tests.stack.site import RunningSite, SmallSite

WHOLE_CHROMIUM = "/usr/bin/chromium"
CHROMIUM = os.environ.get("CHROMIUM", WHOLE_CHROMIUM)
"""The one for most tests: `chromium-headless-shell` needs half the processor time, but shows no notifications."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # otherwise letters in the windowless one are wider than everyone's
)

PATIENCE = 60_000
"""Milliseconds in which a page must show what is expected: the machine may be slow, and passing tests do not wait."""

PHONE = {"width": 360, "height": 740}

OWN_LETTERS = """() => {
    const width = family => {
        const span = Object.assign(document.createElement("span"), { textContent: "mmmiii" });
        span.style.cssText = `position: absolute; font: 40px ${family}`;
        document.body.append(span);
        const found = span.getBoundingClientRect().width;
        span.remove();
        return found;
    };
    return ["Archivo", "Piazzolla"].every(family => width(`${family}, monospace`) !== width("monospace"));
}"""
"""Whether the page uses the site's fonts: a font that is late is not waited for, but is cached for the next page."""


def be_patient(context: BrowserContext) -> None:
    """Allow plenty of time for everything that tests wait for in this context."""
    context.set_default_timeout(PATIENCE)


Sit = Callable[..., Person]
Look = Callable[[str, dict[str, int]], Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A running site: its web processes are those of `make run`, and one worker does everything else."""
    crowd = {"DJANGO_SETTINGS_MODULE": "tests.stack.crowd"}
    with SmallSite(tmp_path_factory.mktemp("site"), None, OAUTH="true", **crowd) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each person has their own context in it."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        chromium.on("context", be_patient)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def furniture(site: RunningSite) -> Furniture:
    """People, tables and matches of every kind on the running site; tests only look at them."""
    return Furniture(**json.loads(site.python("-m", "tests.browser.furnish")))


@pytest.fixture(scope="session")
def readers(browser: Browser, site: RunningSite, furniture: Furniture) -> Iterator[dict[bool, BrowserContext]]:
    """A member's browser without touch, and one with it. Only their first pages have to load fonts and styles."""
    contexts = {}
    for touch in (False, True):
        contexts[touch] = context = browser.new_context(
            base_url=site.url, has_touch=touch, is_mobile=touch, service_workers="block"
        )
        context.add_cookies([{"name": "sessionid", "value": furniture.sessions["member"], "url": site.url}])
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture
def look(readers: dict[bool, BrowserContext], furniture: Furniture) -> Iterator[Look]:
    """A function that opens a match by its name as a member; with touch if the window is a phone's."""
    pages: list[Page] = []

    def look(match: str, window: dict[str, int]) -> Page:
        page = readers[window == PHONE].new_page()
        pages.append(page)
        page.set_viewport_size(ViewportSize(width=window["width"], height=window["height"]))
        page.goto(f"/match/{furniture.parts[match]}/")
        page.evaluate("document.fonts.ready")
        for _load in range(5):
            if page.evaluate(OWN_LETTERS):
                break
            page.reload()
        return page

    yield look
    for page in pages:
        page.evaluate("localStorage.clear()")  # the next test is not to find what was chosen in this one
        page.close()


@pytest.fixture
def sit(browser: Browser, site: RunningSite) -> Iterator[Sit]:
    """A function that gives a person their own browser: `sit(width=360, java_script_enabled=False)`.

    The browser starts no service worker unless the test asks for one with `worker=True`: Playwright neither sees nor
    holds what a page fetches once a worker controls it, and the browser decides when that happens.

    At the end, no page may have had an error or tried anything that the content policy forbids.
    """
    people: list[Person] = []

    def sit(width: int = 1280, height: int = 900, *, worker: bool = False, **options: Any) -> Person:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": height},
            locale="en-GB",
            service_workers="allow" if worker else "block",
            **options,
        )
        page: Page = context.new_page()
        people.append(Person(page, site.url))
        return people[-1]

    yield sit
    problems = [problem for person in people for problem in person.problems]
    for person in people:
        person.page.context.close()
    assert problems == []
