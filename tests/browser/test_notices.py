"""Notices on an open page: each is shown once, even if it came while the connection was down."""

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import PHONE, Look, Sit
from tests.stack.site import RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.browser

SENT = """
    SELECT count(*) FROM notices_delivery JOIN accounts_user ON accounts_user.id = user_id
    WHERE username = ? AND channel = 'pages' AND state = 'sent'
"""
"""How many notices have been sent to the pages of a person."""


def ask_to_be_a_friend(site: RunningSite, asker: str, *, asked: str) -> None:
    """A new member asks for a friendship; returns once the page of whom they ask has been told."""
    visitor = Visitor(site.url)
    visitor.sign_up(asker)
    visitor.get("/friends/")
    assert visitor.post("/friends/", do="ask", name=asked).status == 302
    wait_until(lambda: site.rows(SENT, asked) == [(1,)], 90, site.log)


COUNTS = """() => {
    window.answers = 0;
    document.addEventListener("htmx:after:swap", ({ detail }) => {
        if (detail.ctx.target.id === "your-turn") window.answers++;
    });
}"""
"""Counts how often the sign in the header has been refreshed."""


def wait_for_answers(page: Page, number: int) -> None:
    """Wait until the page has polled this often and shows the result. By itself it polls twice a minute."""
    page.wait_for_function("number => window.answers >= number", arg=number, timeout=60_000)


def test_a_page_shows_what_came_while_its_line_was_down_once(sit: Sit, site: RunningSite) -> None:
    person = sit()
    person.sign_up("Line-Keeper")
    lines: list[WebSocketRoute] = []

    def open_line(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:  # the first one opens, but nothing comes through
            line.connect_to_server()

    page = person.page
    page.route_web_socket("**/ws/me/", open_line)
    page.goto("/")
    wait_until(lambda: page.evaluate("true") and lines, 60)
    ask_to_be_a_friend(site, "Line-Asker", asked="Line-Keeper")

    toast = page.locator("#news li")  # already there if all this took so long that the page polled by itself
    page.evaluate(COUNTS)
    for asked in range(2):
        lines[-1].close()
        wait_for_answers(page, asked + 1)
        expect(toast).to_have_count(1)
    expect(toast).to_contain_text("Line-Asker wants to be your friend")


STACKED = """() => [...document.querySelectorAll(".preferences tbody tr")].map(row => {
    const [whole, label, ...choices] = [row, ...row.children].map(part => part.getBoundingClientRect());
    return [label.width / whole.width, Math.min(...choices.map(choice => choice.top - label.bottom))];
})"""
"""How much of its row each label of the settings is wide, and how far its choices are below it."""


def test_on_phones_the_settings_name_each_choice_under_what_it_is_about(sit: Sit) -> None:
    person = sit(width=360, height=740)
    person.sign_up("Phone-Chooser")
    person.page.goto("/notices/settings/")
    rows = person.page.evaluate(STACKED)
    assert len(rows) > 10
    assert all(width > 0.95 and below >= 0 for width, below in rows), rows
    ways = person.page.locator(".preferences tr:first-child .preferences__way")
    assert ways.all_inner_texts() == ["Devices", "Email", "Webhook"]
    expect(ways.last).to_be_visible()


def test_a_request_that_is_never_answered_does_not_keep_a_page_from_asking_again(sit: Sit) -> None:
    person = sit()
    person.sign_up("Silence-Hearer")
    page = person.page
    page.goto("/")
    person.wait_until_it_hears()
    page.evaluate(COUNTS)
    held: list[Route] = []
    page.route("**/mine/waiting/", lambda route: held.append(route), times=1)
    with page.expect_request("**/mine/waiting/"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_for_answers(page, 1)
    assert len(held) == 1


def test_news_that_come_while_a_page_asks_are_shown_by_the_next_answer(sit: Sit, site: RunningSite) -> None:
    person = sit()
    person.sign_up("Twice-Asking")
    page = person.page
    page.goto("/")
    person.wait_until_it_hears()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) == 2:  # a third one would stay unanswered
            route.continue_()

    page.route("**/mine/waiting/", hold)
    with page.expect_request("**/mine/waiting/"):
        page.evaluate("dispatchEvent(new Event('online'))")
    wait_until(lambda: page.evaluate("true") and held, 60)
    before = held[0].fetch()
    ask_to_be_a_friend(site, "Late-Asker", asked="Twice-Asking")
    page.evaluate("dispatchEvent(new Event('online'))")
    held[0].fulfill(response=before)
    expect(page.locator("#your-turn [data-notice]")).to_have_count(1)


HEIGHTS = """() => [...document.querySelectorAll(".notice")]
    .map(line => line.getBoundingClientRect().height / line.querySelector("a bdi").getClientRects().length)"""


@pytest.mark.parametrize(("width", "most"), [(1366, 48), (390, 64)])
def test_a_notification_is_one_line_until_it_is_unfolded(look: Look, width: int, most: int) -> None:
    page = look("rapa_nui-finished", PHONE | {"width": width})
    page.goto("/notices/")
    assert max(page.evaluate(HEIGHTS)) < most
    line = page.locator(".notice").first
    expect(line.locator("ol, ul").first).to_be_hidden()
    line.locator("summary").click()
    expect(line.locator(".notice__what p")).to_be_visible()
    expect(line.locator("ol, ul").first).to_be_visible()
