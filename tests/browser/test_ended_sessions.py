"""What an open page does when its session ends in another window."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.person import HEARS, PASSWORD, Person

pytestmark = pytest.mark.browser

OTHER = "another-terrace-7"


def beside(person: Person) -> Person:
    """Another window of the same browser."""
    return Person(person.page.context.new_page(), person.page.url)


def test_logging_out_in_one_window_logs_out_in_the_other(sit: Sit) -> None:
    person = sit()
    person.sign_up("Window-1")
    person.page.goto("/account/settings/")
    person.page.wait_for_function(HEARS)
    beside(person).log_out()
    person.page.wait_for_url("**/account/login/**")


def test_with_a_new_password_the_other_window_hears_on(sit: Sit) -> None:
    person = sit()
    person.sign_up("Window-2")
    person.page.goto("/account/settings/")
    person.page.wait_for_function(HEARS)
    other = beside(person).page
    other.goto("/account/password/change/")
    for field, text in (("oldpassword", PASSWORD), ("password1", OTHER), ("password2", OTHER)):
        other.fill(f"[name={field}]", text)
    other.locator("main form button").first.click()
    other.wait_for_url("**/account/settings/")
    person.page.wait_for_function("() => sockets.length > 1")  # an expression would be evaluated, which pages forbid
    person.page.wait_for_function(HEARS)
    person.page.reload()
    expect(person.page.locator("[name=username]")).to_have_value("Window-2")
