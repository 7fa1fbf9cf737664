"""A download saves what was requested, even if the password is asked for first."""

import pytest
from playwright.sync_api import Browser

from tests.browser.furnish import Furniture
from tests.browser.person import PASSWORD
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("who", "address", "link"),
    [
        ("member", "/account/settings/", "Download my data"),
        ("banned", "/", "Download all my data"),
    ],
)
def test_my_data_are_kept_and_not_the_page_that_asks_for_the_password(
    browser: Browser, site: RunningSite, furniture: Furniture, who: str, address: str, link: str
) -> None:
    with browser.new_context(base_url=site.url, locale="en-GB") as context:
        context.add_cookies([{"name": "sessionid", "value": furniture.sessions[who], "url": site.url}])
        page = context.new_page()
        kept: list[str] = []
        page.on("download", lambda download: kept.append(download.suggested_filename))
        page.goto(address)
        page.get_by_role("link", name=link).click()
        page.wait_for_url("**/account/reauthenticate/**")
        assert kept == []
        page.fill("[name=password]", PASSWORD)
        with page.expect_download() as download:
            page.locator("main form button").first.click()
        assert download.value.suggested_filename == "my-data.zip"
