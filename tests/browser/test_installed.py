"""The site as an app on a home screen: browsers can install it, and without a connection it says so."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Sit
from tests.browser.furnish import Furniture
from tests.browser.person import HOME
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys())
        found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return found;
}"""
"""The paths of everything that the browser caches for the site, by the name of the cache."""
OF_EVERYBODY = ("/static/", "/offline/")


def wait_for_the_worker(page: Page) -> None:
    """Wait until the service worker controls the page."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_chromium_would_install_it(sit: Sit) -> None:
    page = sit(worker=True).page
    page.goto("/")
    wait_for_the_worker(page)
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    reasons = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Windows of tests are incognito, where nothing can be installed.
    assert [each["errorId"] for each in reasons if each["errorId"] != "in-incognito"] == []
    for icon in page.evaluate("fetch('/site.webmanifest').then(answer => answer.json())")["icons"]:
        size = page.evaluate(
            "async src => { const image = new Image(); image.src = src; await image.decode();"
            " return `${image.naturalWidth}x${image.naturalHeight}` }",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert page.request.get(touch or "").headers["content-type"] == "image/png"


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_a_connection_our_own_page_says_so_and_comes_back_by_itself(
    sit: Sit, furniture: Furniture, site: RunningSite, language: str
) -> None:
    page = sit(**PHONE, worker=True).page
    cookies = {"sessionid": furniture.sessions["newcomer"], "django_language": language}
    page.context.add_cookies([{"name": name, "value": value, "url": site.url} for name, value in cookies.items()])
    page.goto("/")
    wait_for_the_worker(page)
    page.wait_for_function("async () => (await (await caches.open('reader')).match('/offline/')) !== undefined")
    page.goto("/account/settings/")
    page.context.set_offline(True)
    page.goto("/mine/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    if language == "en":
        expect(page.get_by_role("heading", level=1)).to_have_text("There is no connection.")
    assert page.evaluate("getComputedStyle(document.querySelector('.btn--sun')).display") != "inline", "in our look"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("window.isTheSamePage = true")
    page.locator("#again").click()
    # The page also retries by itself, and one load can abort the other.
    page.wait_for_function("() => !window.isTheSamePage")
    expect(page.locator("#again")).to_be_visible()
    kept = page.evaluate(KEPT)
    personal = [path for paths in kept.values() for path in paths if not path.startswith(OF_EVERYBODY)]
    assert personal == []
    assert len([name for name in kept if name.startswith("offline-")]) == 1
    page.context.set_offline(False)
    expect(page.locator("#again")).to_have_count(0)
    expect(page).to_have_url(re.compile("/mine/$"))


def test_the_installed_app_has_a_way_back_from_a_match(sit: Sit) -> None:
    guest = sit(**PHONE, worker=True)
    guest.play_now()
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Emulation.setEmulatedMedia", {"features": [{"name": "display-mode", "value": "standalone"}]})
    guest.page.locator("header .brand").click()
    guest.page.wait_for_url(HOME)
    expect(guest.page.locator("#your-turn, .yourturn").first).to_be_attached()
