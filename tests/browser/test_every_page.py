"""Every page type, wide and narrow, in light and dark: nothing that keeps somebody out, and nothing that jumps."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser, Page, Route

from tests.browser.furnish import Furniture
from tests.browser.mails import MAILS
from tests.browser.visits import NO_PAGES, Visit, visits
from tests.stack.site import RunningSite

VISITS = list(visits())
WIDTHS = (1440, 360)
SLOW_LINE = {"offline": False, "latency": 20, "downloadThroughput": 30_000, "uploadThroughput": 30_000}
"""Bytes a second and milliseconds: pages of boards come in pieces, whose first could be shown before the last."""

OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules whose answer another theme can change."""

OF_DJANGO = {"preload": False}
"""For pages of the administration: to read stylesheets that import others the judge would write some itself."""

ADMINISTRATION = "/admin/"

CALM = 0.1
"""What layout shifts may add up to in the administration, whose lists and fields Django's scripts furnish further once
they are there: https://web.dev/articles/cls. Our own pages do not move at all."""

LETTERS = "/rules/"
"""Looked at first by every browser, which has the letters then: a busy machine can bring them between two paints."""

SHIFTS = """() => new Promise(done => {
    const shifts = [];
    new PerformanceObserver(list => shifts.push(...list.getEntries())).observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(shifts.map(shift => ({
        value: shift.value,
        moved: shift.sources.map(source => source.node?.outerHTML?.slice(0, 120) ?? source.node?.textContent ?? "gone"),
    }))), 100);
})"""

PHONES = 768
SMALL_FIELDS = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(field => field.outerHTML.slice(0, 200))"""
"""Fields with letters so small that iPhones enlarge the page when one writes there, and leave it so."""
FITS = "document.documentElement.scrollWidth <= innerWidth"


class Open:
    """Opens pages, and remembers what scripts and the content policy complained of.

    Where something is done on a page its browser is a fresh one, and in the administration, whose scripts remember what
    was folded; other pages share one for each reader and language.
    """

    def __init__(self, browser: Browser, site: RunningSite, furniture: Furniture) -> None:
        self._browser = browser
        self._site = site
        self._furniture = furniture
        self._shared: dict[tuple[str, str], Page] = {}
        self._touched: Page | None = None
        self.problems: list[str] = []

    def __call__(self, visit: Visit, width: int, locale: str = "en-GB") -> Page:
        if visit.then or visit.address.startswith(ADMINISTRATION):
            if self._touched:
                self._touched.context.close()
            page = self._touched = self._fresh(visit.who, locale)
        else:
            page = self._shared.get((visit.who, locale)) or self._fresh(visit.who, locale)
            self._shared[visit.who, locale] = page
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="light")
        page.goto(visit.address.format(**self._furniture.parts))
        page.evaluate("document.fonts.ready")
        if visit.then:
            visit.then(page)
            page.wait_for_load_state()  # it may have led to another page, whose styles are still to come
            page.evaluate("document.fonts.ready")
        return page

    def _fresh(self, who: str, locale: str) -> Page:
        context = self._browser.new_context(base_url=self._site.url, locale=locale, reduced_motion="reduce")
        if who:
            session = self._furniture.sessions[who]
            context.add_cookies([{"name": "sessionid", "value": session, "url": self._site.url}])
        context.route("**/error/*", self._error)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text) if "Content Security" in said.text else None)
        page.goto(LETTERS)
        return page

    def _error(self, route: Route) -> None:
        status = route.request.url.rsplit("/", 1)[-1]
        route.fulfill(status=int(status[:3]), body=self._furniture.errors[status], content_type="text/html")


@pytest.fixture(scope="module")
def opened(browser: Browser, site: RunningSite, furniture: Furniture) -> Iterator[Open]:
    before = list(browser.contexts)
    yield Open(browser, site, furniture)
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture
def look(opened: Open) -> Iterator[Open]:
    opened.problems.clear()
    yield opened
    assert opened.problems == []


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The names of all addresses but those of the administration, whose pages are Django's."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or ""
        elif pattern.namespace != "admin":
            yield from names(pattern.url_patterns)


def test_every_named_address_is_visited_or_no_page() -> None:
    visited = set()
    for visit in VISITS:
        try:
            visited.add(resolve(visit.address.partition("?")[0].replace("{", "").replace("}", "")).url_name)
        except Resolver404:
            assert visit.address.startswith("/error/"), visit
    missing = set(names(get_resolver().url_patterns)) - {""} - visited - set(NO_PAGES)
    assert missing == set(), "add the page to tests/browser/visits.py"
    assert visited & set(NO_PAGES) == set()


@pytest.mark.browser
@pytest.mark.parametrize("visit", VISITS, ids=str)
def test_nothing_keeps_anybody_out_and_nothing_jumps(look: Open, visit: Visit) -> None:
    found: list[object] = []
    for width in WIDTHS:
        page = look(visit, width)
        if not visit.then:
            shifts = page.evaluate(SHIFTS)
            is_calm = visit.address.startswith(ADMINISTRATION) and sum(shift["value"] for shift in shifts) < CALM
            found += [] if is_calm else [(width, "jumps", shift) for shift in shifts]
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append((width, "is wider than the window"))
        if width < PHONES:
            found += [(width, "lets iPhones zoom", field) for field in page.evaluate(SMALL_FIELDS)]
        own = OF_DJANGO if visit.address.startswith(ADMINISTRATION) else {}
        for scheme, options in (("light", own), ("dark", own | OF_COLOURS)):
            page.emulate_media(color_scheme=scheme)
            for violation in Axe().run(page, options=options).response["violations"]:
                places = [f"{node['target']} {node['failureSummary']}" for node in violation["nodes"][:3]]
                found.append((width, scheme, violation["id"], len(violation["nodes"]), places))
    assert found == []


@pytest.mark.browser
@pytest.mark.parametrize(
    "address", ["/match/{princes-early}/", "/match/{maya-finished}/replay/", "/rules/princes/lesson/4/"]
)
def test_nothing_jumps_on_a_slow_line(browser: Browser, site: RunningSite, furniture: Furniture, address: str) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 900}, reduced_motion="reduce")
    context.add_cookies([{"name": "sessionid", "value": furniture.sessions["member"], "url": site.url}])
    page = context.new_page()
    page.goto(address.format(**furniture.parts))  # brings styles and letters
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_LINE)
    page.reload()
    shifts = page.evaluate(SHIFTS)
    context.close()
    assert shifts == []


@pytest.mark.browser
@pytest.mark.parametrize("name", MAILS)
def test_mails_keep_nobody_out_and_ask_for_nothing(browser: Browser, furniture: Furniture, name: str) -> None:
    found: list[object] = []
    for language, width in (("en", 640), ("en", 360), ("de", 360)):
        context = browser.new_context(viewport={"width": width, "height": 900})
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.set_content(furniture.mails[f"{language} {name}"], wait_until="networkidle")
        found += [(language, width, "asks for", url) for url in asked]
        if not page.evaluate(FITS):
            found.append((language, width, "is wider than the window"))
        if page.evaluate("document.documentElement.lang") != language:
            found.append((language, "is said to be in another language"))
        for scheme, options in (("light", None), ("dark", OF_COLOURS)):
            page.emulate_media(color_scheme=scheme)
            for violation in Axe().run(page, options=options).response["violations"]:
                places = [f"{node['target']} {node['failureSummary']}" for node in violation["nodes"][:3]]
                found.append((language, width, scheme, violation["id"], places))
        context.close()
    assert found == []


@pytest.mark.browser
@pytest.mark.parametrize("visit", [visit for visit in VISITS if not visit.then], ids=str)
def test_german_fits_a_phone(look: Open, visit: Visit) -> None:
    page = look(visit, 360, "de-DE")
    assert page.evaluate("document.documentElement.lang") == "de" or visit.address.startswith("/error/")
    assert page.evaluate(FITS)
