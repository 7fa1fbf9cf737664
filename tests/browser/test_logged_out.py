"""On a shared computer: the next user who goes back sees nothing of the one who logged out."""

from collections.abc import Iterator
from time import monotonic_ns

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM, FLAGS, be_patient
from tests.browser.person import Person
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, site: RunningSite) -> Iterator[Page]:
    """A browser with the back/forward cache, as everyone has it: Playwright turns it off."""
    chromium = browser.browser_type.launch(
        executable_path=CHROMIUM, args=list(FLAGS), ignore_default_args=["--disable-back-forward-cache"]
    )
    context = chromium.new_context(base_url=site.url, locale="en-GB")
    be_patient(context)
    yield context.new_page()
    chromium.close()


@pytest.mark.parametrize("address", ["/account/settings/", "/account/2fa/", "/account/password/change/", "/rules/"])
def test_going_back_after_logging_out_shows_nothing_of_the_member_who_was_there(
    page: Page, site: RunningSite, address: str
) -> None:
    name = f"Leaver{monotonic_ns() % 10**9}"
    person = Person(page, site.url)
    person.sign_up(name)
    page.goto(address)
    expect(page.locator("body")).to_contain_text(name)
    person.log_out()
    for _page in range(6):  # there are no more pages between
        if page.evaluate("location.pathname") == address or "/account/login/" in page.url:
            break
        page.go_back()
    else:
        pytest.fail(f"going back leads to {page.url}, never to {address}")
    assert name not in page.content()
