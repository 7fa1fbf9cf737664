"""A board in a frame on a page of another site, in a real browser."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from games.engine import GAMES
from tests.browser.conftest import Sit
from tests.browser.tables import table_for_two
from tests.browser.ways import on_the_board
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

OVER = "/match/rapa-nui/embed/?step=10"


class _Elsewhere(BaseHTTPRequestHandler):
    """A site that frames the URL in its path."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f'<iframe src="{self.path[1:]}" width="360" height="600"></iframe>'.encode())

    def log_message(self, *_args: object) -> None:
        """Log nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The URL of another site; the URL appended to it is framed there."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that may also visit other sites."""
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_a_frame_on_another_site_steps_in_place(page: Page, site: RunningSite, elsewhere: str) -> None:
    page.goto(f"{elsewhere}{site.url}{OVER}")
    frame = page.frame_locator("iframe")
    count = frame.locator(".embed__head .tag")
    expect(count).to_have_text("step 10 of 121")
    loads: list[Request] = []

    def note(request: Request) -> None:
        loads.append(request)

    page.on("request", note)
    frame.locator("#forward").click()
    expect(count).to_have_text("step 11 of 121")
    expect(frame.locator("#forward")).to_be_focused()
    frame.locator("#forward").press("End")
    expect(count).to_have_text("step 121 of 121")
    expect(frame.locator("#live")).not_to_be_empty()
    assert not any(request.is_navigation_request() for request in loads)
    assert page.context.cookies() == []


@pytest.mark.parametrize("game", GAMES)
def test_no_button_covers_the_sentence_about_the_step(sit: Sit, game: str) -> None:
    page = sit(width=1440, height=900).page
    page.goto(f"/match/{game.replace('_', '-')}/embed/?step=10")
    sentence, buttons = page.locator("#embed-say").bounding_box(), page.locator(".embed__foot").bounding_box()
    assert sentence is not None
    assert buttons is not None
    assert sentence["y"] + sentence["height"] <= buttons["y"] + 4


def test_it_steps_without_a_script(sit: Sit) -> None:
    page = sit(java_script_enabled=False).page
    page.goto(OVER)
    page.locator("#back").click()
    expect(page.locator(".embed__head .tag")).to_have_text("step 9 of 121")


def test_a_frame_follows_the_match_it_shows(sit: Sit, page: Page, site: RunningSite, elsewhere: str) -> None:
    host, friend, address = table_for_two(sit, "Tupaia")
    board = f"{urlsplit(address).path}embed/"
    page.goto(f"{elsewhere}{site.url}{board}")
    frame = page.frames[1]
    expect(page.frame_locator("iframe").locator("#embed-say")).to_have_text("The game is set up.")
    mover = host if host.mood == "mine" else friend
    ply = mover.ply
    on_the_board(mover, Random(5))
    mover.wait_past(ply)
    frame.evaluate("window.isSamePage = true")
    frame.evaluate("dispatchEvent(new Event('focus'))")  # otherwise it polls only a quarter of a minute later
    expect(page.frame_locator("iframe").locator("#embed-say b").first).to_be_visible()
    assert frame.evaluate("window.isSamePage")


def test_no_other_page_can_be_framed(page: Page, site: RunningSite, elsewhere: str) -> None:
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(f"{elsewhere}{site.url}/rules/")
    expect(page.locator("iframe")).to_be_visible()
