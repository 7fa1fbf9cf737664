"""A person who plays with a mouse, with keys or without JavaScript."""

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

PASSWORD = "quiet-terrace-7"
FOUND = 302
BAD_REQUEST = 400
HOME = re.compile(r"//[^/]+/$")
"""The URL of the first page."""

SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
    constructor(...given) {
        super(...given);
        window.sockets.push(this);
    }
};
"""
"""Makes every socket that a page opens reachable."""

HEARS = """() => {
    const latest = new Map(sockets.map(socket => [socket.url, socket]));
    return latest.size > 0 && [...latest.values()].every(socket => socket.readyState === WebSocket.OPEN);
}"""
"""Whether all sockets of a page are open; a socket that was given up counts as replaced by a later one of its URL."""

HASTE = """{
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    const numbers = new WeakMap();
    let presses = 0;
    window.isHasty = true;
    Object.defineProperty(Event.prototype, "timeStamp", { get() {
        if (!/^(pointerdown|keydown)$/.test(this.type)) return get.call(this);
        if (!numbers.has(this)) numbers.set(this, ++presses);
        return get.call(this) + 1000 * numbers.get(this);
    } });
}"""
"""Has pages believe that seconds lie between two presses: none counts as the second half of a double click."""

SETTLED = "() => document.body && (window.isHasty || !document.body.classList.contains('is-settling'))"

ASKS_NOTHING = "window.setInterval = () => 0"
"""Stops pages from polling for news: what they show has been sent to them."""


class Person:
    """A page, and what its owner does on it.

    `problems` are errors of scripts, breaches of the content policy and requests to other sites; `refusals` are error
    responses, which only some tests check.
    """

    def __init__(self, page: Page, home: str) -> None:
        self.page = page
        self.problems: list[str] = []
        self.refusals: list[str] = []
        page.add_init_script(SOCKETS)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._heard)
        page.on("request", lambda request: self._asked(request.url, home))
        page.on("response", lambda answer: self._answered(answer.status, answer.url))

    def _heard(self, message: ConsoleMessage) -> None:
        # Lost connections, aborted requests and refused actions are logged, but are not errors of the page.
        if message.type == "error" and not re.search(
            r"WebSocket|ERR_|Failed to fetch|AbortError|status of 4(09|22)", message.text
        ):
            self.problems.append(message.text)

    def _asked(self, url: str, home: str) -> None:
        if not url.startswith((home, "data:", "blob:")):
            self.problems.append(f"a request to {url}")

    def _answered(self, status: int, url: str) -> None:
        if status >= BAD_REQUEST:
            self.refusals.append(f"{status} for {url}")

    @property
    def match(self) -> Locator:
        """The element that shows the match."""
        return self.page.locator("#match")

    @property
    def ply(self) -> int:
        """The number of entries in the log, as far as this page knows."""
        return int(self.match.get_attribute("data-ply") or 0)

    @property
    def mood(self) -> str:
        """What the match is to this person: mine, ask, wait, watch, done or open."""
        return self.match.get_attribute("data-mood") or ""

    @property
    def actions(self) -> Locator:
        """The buttons of the menu."""
        return self.page.locator("#act button[name=action]")

    @property
    def spots(self) -> Locator:
        """The places on the board that can be pressed."""
        return self.page.locator("#match button[data-place]:visible")

    def sign_up(self, name: str) -> None:
        """Create an account, as the site's own page would, but without drawing it; see also `sign_up_by_page`."""
        request, path = self.page.context.request, "/account/signup/"
        assert request.get(path).ok
        token = next(cookie["value"] for cookie in self.page.context.cookies() if cookie["name"] == "csrftoken")
        form: dict[str, str | float | bool] = {"username": name, "password1": PASSWORD, "csrfmiddlewaretoken": token}
        answer = request.post(path, form=form, max_redirects=0)
        assert answer.status == FOUND, answer.text()

    def sign_up_by_page(self, name: str) -> None:
        """Create an account on the site's own page, which leads to the first page."""
        self.page.goto("/account/signup/")
        self.page.fill("[name=username]", name)
        self.page.fill("[name=password1]", PASSWORD)
        self.page.locator("main form button[type=submit], main form button:not([type])").first.click()
        self.page.wait_for_url(HOME)

    def log_out(self) -> None:
        """Log out on the site's own page."""
        self.page.goto("/account/logout/")
        self.page.locator("main form button").first.click()
        self.page.wait_for_url(HOME)

    def choose(self, setting: str, value: str) -> None:
        """Change a setting of the account and save it."""
        self.page.goto("/account/settings/")
        self.page.locator(f"[name={setting}][value={value}]").check(force=True)
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Save", exact=True).click()

    def only_listens(self) -> None:
        """Stop polling, from the next page on."""
        self.page.add_init_script(ASKS_NOTHING)

    def hurries(self) -> None:
        """Press as quickly as tests can, from the next page on: otherwise half a second passes before each decision."""
        self.page.add_init_script(HASTE)

    def play_now(self) -> None:
        """Start a match against the computer from the first page."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Play now").click()
        self.wait_for_the_match()

    def open_table(self, *others: str, seats: int, access: str = "anybody", game: str = "rapa_nui") -> str:
        """Open a live, unrated table for oneself and `others` (`"somebody"` or a level). Returns its URL."""
        self.page.goto(f"/tables/new/?game={game}")
        self._pick("seats", str(seats))
        for place, who in enumerate(others, start=2):
            self._pick(f"place_{place}", who)
        self._pick("access", access)
        self._pick("pace", "live")
        if (rated := self.page.locator("input[name=rated]")).count():
            rated.uncheck(force=True)
        self.page.get_by_role("button", name="Open the table").click()
        self.wait_for_the_match()
        return self.page.url

    def _pick(self, name: str, value: str) -> None:
        self.page.locator(f'input[name={name}][value="{value}"]').check(force=True)

    def wait_for_the_match(self, *moods: str) -> None:
        """Wait until the match is there, in one of these moods, and the scripts of its page have loaded."""
        self.page.locator(", ".join(f"#match[data-mood={mood}]" for mood in moods) or "#match").wait_for()
        self.page.wait_for_load_state()

    def wait_until_it_hears(self) -> None:
        """Wait until the page can receive news."""
        # A function, not an expression: expressions are evaluated at each check, which the content policy forbids.
        self.page.wait_for_function(HEARS)

    def wait_for_decision(self) -> bool:
        """Wait until this person has to decide; False if the match is over instead."""
        self.wait_for_the_match("mine", "ask", "done")
        self.wait_until_presses_count()
        return self.mood != "done"

    def wait_past(self, ply: int) -> None:
        """Wait until the page shows more than `ply` entries."""
        self.page.wait_for_function("ply => +document.getElementById('match')?.dataset.ply > ply", arg=ply)
        self.wait_until_presses_count()

    def wait_until_presses_count(self) -> None:
        """Wait until the page reacts to presses, and no longer ignores one as the second half of a double click."""
        self.page.wait_for_load_state()
        self.page.wait_for_function(SETTLED)

    def play_to_the_end(self, decide: Callable[["Person", Random], None], rng: Random) -> int:
        """Play the whole match with `decide`. Returns the number of decisions."""
        decisions = 0
        while self.wait_for_decision():
            ply = self.ply
            decide(self, rng)
            self.wait_past(ply)
            decisions += 1
        expect(self.page.locator("#result")).to_be_visible()
        return decisions

    def fits(self) -> bool:
        """Whether the page is no wider than the window, once its style sheets have loaded."""
        self.page.wait_for_load_state()
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
