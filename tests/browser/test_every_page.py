"""Every type of page, wide and narrow, light and dark: accessible to everyone, and nothing jumps."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser, Page, Route

from tests.browser.furnish import Furniture
from tests.browser.mails import MAILS
from tests.browser.person import ASKS_NOTHING
from tests.browser.visits import NO_PAGES, Visit, visits
from tests.stack.site import RunningSite

VISITS = list(visits())
WIDTHS = {"wide": 1440, "phone": 360}
SLOW_LINE = {"offline": False, "latency": 20, "downloadThroughput": 30_000, "uploadThroughput": 30_000}
"""Bytes per second and milliseconds: pages with boards arrive in pieces, and the first could be shown too early."""

COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose result depends on the theme. They take three quarters of axe's time."""

OF_EACH_KIND = """() => {
    const rulesOf = sheet => [...sheet.cssRules].flatMap(rule => rule.styleSheet ? rulesOf(rule.styleSheet) : [rule]);
    const styles = [...document.styleSheets].flatMap(rulesOf).map(rule => rule.cssText).join(" ");
    const named = new Set(["class", "style", "type", "fill", "color", "opacity", "disabled"]);
    for (const [, name] of styles.matchAll(/\\[([a-z-]+)/g)) named.add(name);
    const kinds = new WeakMap();
    const kind = element => {
        if (!element) return "";
        if (!kinds.has(element)) {
            const own = [...element.attributes].filter(({ name, value }) =>
                named.has(name) || (name === "id" && styles.includes(`#${value}`)));
            const attributes = own.map(({ name, value }) => `${name}=${value}`).join(" ");
            kinds.set(element, `${kind(element.parentElement)} > ${element.localName} ${attributes}`);
        }
        return kinds.get(element);
    };
    const writes = element => [...element.childNodes].some(node => node instanceof Text && node.data.trim());
    const seen = new Set();
    return [...document.body.querySelectorAll("*")].filter(element => {
        if (!writes(element) && !element.matches("input, select, textarea")) return false;
        return element.checkVisibility() && !seen.has(kind(element)) && seen.add(kind(element));
    });
}"""
"""The first of each kind of visible element with text: elements of a kind have, like their ancestors, the same names
and attributes, as far as style sheets refer to them.
"""

OF_DJANGO = {"preload": False}
"""For pages of the administration: axe would have to write styles itself to read stylesheets that import others."""

ADMINISTRATION = "/admin/"

CALM = 0.25
"""The limit for layout shifts in the administration, above which https://web.dev/articles/cls calls them poor. Django's
scripts open the list at the side and fold filters after loading; on a busy machine that comes after the first paint,
and counts up to 0.14. Our own pages do not move at all.
"""

ENGLISH, GERMAN = "en-GB", "de-DE"
WITHOUT_LETTERS = GERMAN
"""German readers get none of the site's fonts, as if they arrived too late: long words in the system's font, which is
wider.
"""

LETTERS = "/rules/"
"""The first page of every browser, which then has the fonts: on a busy machine they may arrive between two paints."""

SHIFTS = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    done(observer.takeRecords().map(shift => ({
        value: shift.value,
        moved: shift.sources.map(source => source.node?.outerHTML?.slice(0, 120) ?? source.node?.textContent ?? "gone"),
    })));
})))"""
"""The layout shifts since the page began, once everything so far is painted."""

PHONES = 768
SMALL_FIELDS = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(field => field.outerHTML.slice(0, 200))"""
"""Fields with text so small that iPhones zoom in when they get the focus, and stay so."""
FITS = "document.documentElement.scrollWidth <= innerWidth"


class Open:
    """Opens pages, and records the complaints of scripts and of the content policy.

    A page on which something is done gets a fresh browser, as do pages of the administration, whose scripts remember
    what was folded; other pages share one for each reader and language.
    """

    def __init__(self, browser: Browser, site: RunningSite, furniture: Furniture) -> None:
        self._browser = browser
        self._site = site
        self._furniture = furniture
        self._shared: dict[tuple[str, str], Page] = {}
        self._touched: Page | None = None
        self.problems: list[str] = []

    def __call__(self, visit: Visit, width: int, locale: str = ENGLISH) -> Page:
        if wants_a_fresh_one(visit):
            if self._touched:
                self._touched.context.close()
            page = self._touched = self._fresh(visit.who, locale)
        else:
            page = self._shared.get((visit.who, locale)) or self._fresh(visit.who, locale)
            self._shared[visit.who, locale] = page
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="light")
        page.goto(visit.address.format(**self._furniture.parts))
        # A busy browser may answer before it has laid the page out for its new width.
        page.wait_for_function("width => document.documentElement.clientWidth <= width", arg=width)
        page.evaluate("document.fonts.ready")
        if visit.then:
            visit.then(page)
            page.wait_for_load_state()  # it may have led to another page, whose styles are still loading
            page.evaluate("document.fonts.ready")
        return page

    def _fresh(self, who: str, locale: str) -> Page:
        context = self._browser.new_context(
            base_url=self._site.url, locale=locale, reduced_motion="reduce", service_workers="block"
        )
        if who:
            session = self._furniture.sessions[who]
            context.add_cookies([{"name": "sessionid", "value": session, "url": self._site.url}])
        context.route("**/error/*", self._error)
        context.add_init_script(ASKS_NOTHING)  # changes by others are not jumps of the page
        if locale == WITHOUT_LETTERS:
            context.route("**/*.woff2", lambda route: route.abort())
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text) if "Content Security" in said.text else None)
        page.goto(LETTERS)
        return page

    def _error(self, route: Route) -> None:
        status = route.request.url.rsplit("/", 1)[-1]
        route.fulfill(status=int(status[:3]), body=self._furniture.errors[status], content_type="text/html")


def wants_a_fresh_one(visit: Visit) -> bool:
    """Whether the page needs a fresh browser, so that nothing done there shows up later."""
    return bool(visit.then) or visit.address.startswith(ADMINISTRATION)


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


def jumps(page: Page) -> list[dict[str, Any]]:
    """The layout shifts of the page that happen on a reload too.

    Fonts from the browser's own cache can arrive between two paints, even if too briefly to be seen; a faulty page
    shifts every time.
    """
    if not page.evaluate(SHIFTS):
        return []
    page.reload()
    page.evaluate("document.fonts.ready")
    again: list[dict[str, Any]] = page.evaluate(SHIFTS)
    return again


def judged(page: Page, options: dict[str, Any], context: str = "document") -> list[tuple[object, ...]]:
    """The rules that the page breaks, how often, and the first places. `context` is what to check, in JavaScript.

    axe stays in the page for the next call, and returns breaches only: everything else would be some megabytes.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        f"options => axe.run({context}, options).then(results => results.violations)",
        options | {"resultTypes": ["violations"]},
    )
    return [
        (rule["id"], len(rule["nodes"]), [f"{node['target']} {node['failureSummary']}" for node in rule["nodes"][:3]])
        for rule in found
    ]


def of_colours(page: Page, options: dict[str, Any]) -> list[tuple[object, ...]]:
    """As `judged`, but for colours only, in one element of each kind."""
    options = options | {"runOnly": COLOURS}
    return judged(page, options, f"{{ include: ({OF_EACH_KIND})() }}")


def all_but_colours(page: Page, options: dict[str, Any]) -> list[tuple[object, ...]]:
    """As `judged`, but only for rules that do not depend on the theme."""
    return judged(page, options | {"rules": {rule: {"enabled": False} for rule in COLOURS}})


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    """The names of all URLs except those of the administration, whose pages are Django's."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}" if pattern.name else ""
        elif pattern.namespace != "admin":
            yield from names(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)


NUMBERED = re.compile("{[a-z_]+-puzzle}")
"""Parts of URLs that are numbers, not names."""


def test_every_named_address_is_visited_or_no_page() -> None:
    visited = set()
    for visit in VISITS:
        try:
            address = NUMBERED.sub("1", visit.address.partition("?")[0])
            visited.add(resolve(address.replace("{", "").replace("}", "")).view_name)
        except Resolver404:
            assert visit.address.startswith("/error/"), visit
    missing = set(names(get_resolver().url_patterns)) - {""} - visited - set(NO_PAGES)
    assert missing == set(), "add the page to tests/browser/visits.py"
    assert visited & set(NO_PAGES) == set()


@pytest.mark.browser
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("visit", VISITS, ids=str)
def test_nothing_keeps_readers_out_and_nothing_jumps(look: Open, visit: Visit, width: str) -> None:
    """On phones in German, which is the longest; what is done on some pages needs their English words."""
    locale = GERMAN if width == "phone" and not visit.then else ENGLISH
    page = look(visit, WIDTHS[width], locale)
    found: list[object] = []
    is_german = page.evaluate("document.documentElement.lang") == "de" or visit.address.startswith("/error/")
    if locale == GERMAN and not is_german:
        found.append("is said to be in another language")
    if not page.evaluate(FITS):
        found.append("is wider than the window")
    if WIDTHS[width] < PHONES:
        found += [("lets iPhones zoom", field) for field in page.evaluate(SMALL_FIELDS)]
    own = OF_DJANGO if visit.address.startswith(ADMINISTRATION) else {}
    # All text in the wide window, and one element of each kind in the other.
    whole = judged(page, own) if width == "wide" else all_but_colours(page, own) + of_colours(page, own)
    found += [("light", *breach) for breach in whole]
    if not visit.then:
        shifts = jumps(page)
        is_calm = visit.address.startswith(ADMINISTRATION) and sum(shift["value"] for shift in shifts) < CALM
        found += [] if is_calm else [("jumps", shift) for shift in shifts]
    page.emulate_media(color_scheme="dark")
    found += [("dark", *breach) for breach in of_colours(page, own)]
    if width == "wide":
        page.set_viewport_size({"width": WIDTHS["phone"], "height": 900})
        page.wait_for_function("width => document.documentElement.clientWidth <= width", arg=WIDTHS["phone"])
        if not page.evaluate(FITS):
            found.append("is wider than a phone")
    assert found == []


@pytest.mark.browser
def test_what_jumps_and_what_no_reader_can_read_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<html lang=en><title>A page</title><main><h1>Below</h1><p style='color: #ddd'>Pale</p></main>")
    assert page.evaluate(SHIFTS) == []
    page.evaluate("document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' }))")
    assert "Below" in page.evaluate(SHIFTS)[0]["moved"][0]
    assert [rule for rule, *_ in judged(page, {})] == ["color-contrast"]
    assert [rule for rule, *_ in of_colours(page, {})] == ["color-contrast"]
    assert all_but_colours(page, {}) == []
    page.evaluate("document.querySelector('p').style.color = '#000'")
    assert judged(page, {}) == of_colours(page, {}) == []
    page.close()


@pytest.mark.browser
def test_one_of_each_kind_is_found_whatever_style_sheets_ask_for(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("""
        <html lang=en><style>[data-tone=pale] { color: #ddd } #far { color: #eee }</style><main>
        <p>One</p><p>Like one</p><p data-tone=pale>Pale</p><p data-other=1>Like one too</p><p id=far>Far</p>
        <p id=near>Like one again</p><div><p>Elsewhere</p></div><p hidden>Hidden</p><input value=Written></main>""")
    kinds = page.evaluate(f"({OF_EACH_KIND})().map(element => element.textContent || element.value)")
    assert kinds == ["One", "Pale", "Far", "Elsewhere", "Written"]
    assert [(rule, count) for rule, count, _places in of_colours(page, {})] == [("color-contrast", 2)]
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize(
    "address", ["/match/{princes-early}/", "/match/{maya-finished}/replay/", "/rules/princes/lesson/4/"]
)
def test_nothing_jumps_on_a_slow_line(browser: Browser, site: RunningSite, furniture: Furniture, address: str) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 900}, reduced_motion="reduce")
    context.add_cookies([{"name": "sessionid", "value": furniture.sessions["member"], "url": site.url}])
    page = context.new_page()
    page.goto(address.format(**furniture.parts))  # loads styles and fonts
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_LINE)
    page.reload()
    shifts = jumps(page)
    context.close()
    assert shifts == []


@pytest.mark.browser
@pytest.mark.parametrize("name", MAILS)
def test_mails_keep_no_reader_out_and_ask_for_nothing(browser: Browser, furniture: Furniture, name: str) -> None:
    found: list[object] = []
    for language, width in (("en", 640), ("en", 360), ("de", 360)):
        context = browser.new_context(viewport={"width": width, "height": 900})
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.set_content(furniture.mails[f"{language} {name}"], wait_until="load")
        found += [(language, width, "asks for", url) for url in asked]
        if not page.evaluate(FITS):
            found.append((language, width, "is wider than the window"))
        if page.evaluate("document.documentElement.lang") != language:
            found.append((language, "is said to be in another language"))
        if (language, width) == ("en", 360):  # the others have the same parts, names and colours
            found += [(language, width, "light", *breach) for breach in judged(page, {})]
            page.emulate_media(color_scheme="dark")
            found += [(language, width, "dark", *breach) for breach in of_colours(page, {})]
        context.close()
    assert found == []
