"""A connection that goes dead silently: every page that shows something live finds out by polling."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Sit
from tests.browser.person import Person
from tests.browser.proxy import Line
from tests.browser.tables import table_for_two
from tests.browser.ways import on_the_board
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

SAYS_LOST = """
window.lost = 0;
new MutationObserver(() => {
    const note = document.getElementById("offline");
    if (note && !note.hidden) window.lost++;
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden"] });
"""
"""Counts how often the page says that there is no connection."""


@pytest.fixture
def line(site: RunningSite) -> Iterator[Line]:
    with Line(site.port) as line:
        yield line


@pytest.fixture
def behind(browser: Browser, line: Line) -> Iterator[Person]:
    """A person whose browser reaches the site through the line."""
    context = browser.new_context(base_url=line.url, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(SAYS_LOST)
    person = Person(context.new_page(), line.url)
    yield person
    context.close()
    assert person.problems == []


def seated(sit: Sit, behind: Person, name: str) -> Person:
    """Open a table for two with the person behind the line at it. Returns its host."""
    host = sit(reduced_motion="reduce")
    for person in (host, behind):
        person.hurries()
    host.sign_up(name)
    host.open_table("somebody", seats=2)
    behind.page.goto(host.page.locator("#invitation").input_value().partition("/match/")[2].join(["/match/", ""]))
    behind.page.get_by_role("button", name="Sit down").click()
    for person in (host, behind):
        person.wait_for_the_match("mine", "wait")
    return host


def play_until_it_is_the_others_turn(mover: Person, other: Person) -> None:
    rng = Random(3)
    while mover.mood in ("mine", "ask"):
        ply = mover.ply
        on_the_board(mover, rng)
        mover.wait_past(ply)
    assert other.mood != "done"


def test_the_match_goes_on_and_the_line_is_found_dead(sit: Sit, behind: Person, line: Line) -> None:
    host = seated(sit, behind, "Ovahe")
    behind.wait_until_it_hears()
    if host.mood != "mine":
        ply = behind.ply
        play_until_it_is_the_others_turn(behind, host)
        host.wait_past(ply)
        host.wait_for_decision()
    opened = behind.page.evaluate("sockets.length")
    assert line.swallow() >= 1
    ply = behind.ply
    host.actions.last.click()
    host.wait_past(ply)
    behind.wait_past(ply)
    # The dead socket is given up, and a new one is opened.
    behind.page.wait_for_function("opened => sockets.length > opened", arg=opened)
    assert behind.page.evaluate("window.lost") == 0


@pytest.mark.parametrize(
    "comes_back",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "dispatchEvent(new Event('online'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        "",
    ],
    ids=["the reader", "the network", "out of the store", "nobody"],
)
def test_the_sign_in_the_header_is_asked_for(sit: Sit, behind: Person, line: Line, comes_back: str) -> None:
    host = seated(sit, behind, {"d": "Vinapu", "": "Akahanga"}.get(comes_back[:1], "Tongariki") + str(len(comes_back)))
    if host.mood != "mine":
        ply = behind.ply
        play_until_it_is_the_others_turn(behind, host)
        host.wait_past(ply)
        host.wait_for_decision()
    if comes_back:
        behind.only_listens()
    behind.page.goto("/rules/")
    behind.wait_until_it_hears()
    sign = behind.page.locator("#your-turn")
    expect(sign).to_be_hidden()
    line.swallow()
    play_until_it_is_the_others_turn(host, host)
    if comes_back:
        behind.page.evaluate(comes_back)
    expect(sign).to_be_visible()


def test_without_sockets_the_board_follows_and_nothing_is_said_to_be_lost(sit: Sit, behind: Person, line: Line) -> None:
    line.takes_sockets = False
    host = seated(sit, behind, "Orongo")
    rng = Random(4)
    for _ in range(4):
        mover, other = (host, behind) if host.mood in ("mine", "ask") else (behind, host)
        ply = mover.ply
        on_the_board(mover, rng)
        for person in (mover, other):
            person.wait_past(ply)
    assert behind.page.evaluate("window.lost") == 0


def test_a_line_that_is_cut_is_said_to_be_lost(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Puna")
    host.page.context.set_offline(True)
    host.page.evaluate("sockets.forEach(socket => socket.close())")
    expect(host.page.locator("#offline")).to_be_visible()
    host.page.context.set_offline(False)
    expect(host.page.locator("#offline")).to_be_hidden()
    assert friend.page.locator("#offline").is_hidden()
