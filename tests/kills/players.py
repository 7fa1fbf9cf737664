"""People at tables: they play in their browsers, look around, request test notices, and are away now and then."""

from __future__ import annotations

import random
import re
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.kills.browser import AT_WORK, Board, Browser, NoAnswer, Socket, board_of, wait_for
from tests.kills.forms import form_with
from tests.kills.ledger import Arrival, Ledger, Press
from tests.stack.visitor import Answer

REDIRECT, STALE = 302, 409
THINKING = (0.3, 1.6)
AWAY = (24.0, 32.0)
"""Seconds before an action of an absent player; longer than notices wait for one."""
AWAY_ONCE_IN = 25
LOOKS_AROUND_ONCE_IN = 6
POLLS_EVERY = 4.0
ASKS_EVERY = 30.0
MISSED = re.compile(r'data-notice="([^"]+)"[^>]*? data-url="([^"]+)"')
NEXT_TEST = (8.0, 16.0)
MOST_TESTS = 10
"""The site allows twelve an hour."""
CHANNELS = ("pages", "push", "mail", "webhook")
ELSEWHERE = (
    "/",
    "/tables/",
    "/notices/",
    "/notices/settings/",
    "/archive/",
    "/mine/",
    "/rules/maya/",
    "/leaderboards/",
)


@dataclass(frozen=True)
class Plan:
    """The game that is played at a table again and again, and who takes its seats."""

    game: str
    people: int
    computers: tuple[str, ...]
    pace: str


PLANS = (
    Plan("rapa_nui", 2, (), "2d"),
    Plan("maya", 2, ("beginner",), "live"),
    Plan("machu_picchu", 2, ("casual",), "2d"),
    Plan("princes", 3, ("beginner", "casual"), "2d"),
    Plan("rapa_nui", 1, ("strong",), "live"),
    Plan("maya", 1, ("solid",), "2d"),
)
"""All four games, one with five seats; people alone, and people with computer players of several levels."""


@dataclass
class Table:
    """The matches that the same people play one after another, by code."""

    plan: Plan
    rounds: list[str] = field(default_factory=list)


class Player(threading.Thread):
    """One person with one browser. With `reads_pages` it gets pages of matches, else data, which marks none as seen."""

    def __init__(
        self, name: str, url: str, ledger: Ledger, table: Table, place: int, over: threading.Event, seed: int
    ) -> None:
        super().__init__(name=name, daemon=True)
        self.reads_pages = place % 2 == 0
        self.browser = Browser(url, ledger)
        self._ledger, self._table, self._place, self._over = ledger, table, place, over
        self._chance = random.Random(seed)
        self._news = threading.Event()
        self._closed, self._lost = threading.Event(), threading.Event()
        self._desk = Socket(self.browser, "/ws/me/", self._hear, self._lost.set)
        self._asker = threading.Thread(target=self._ask_what_was_missed, daemon=True)
        self._known: set[str] = set()
        self._tester = threading.Thread(target=self._ask_for_tests, daemon=True)

    def open_desk(self) -> None:
        """Listen to what open pages are sent, from before the first kill to the end."""
        self._desk.start()
        assert self._desk.open.wait(120), "the socket of all pages does not open"
        self._asker.start()

    def close_desk(self) -> None:
        """Close all pages."""
        self._closed.set()
        self._lost.set()
        self._asker.join()
        self._desk.close()
        self._desk.join()

    def run(self) -> None:
        self._tester.start()
        try:
            number = 0
            while not self._over.is_set():
                if (code := self._next_round(number)) is not None:
                    self._play(code)
                number += 1
        except NoAnswer:  # all is over
            pass
        except Exception as error:  # reported at the end, as a thread dies quietly
            self._ledger.strange.append(f"{self.name}: {error!r}")
        self._tester.join()

    def _next_round(self, number: int) -> str | None:
        """Sit down at the next match. Returns its code, or None once all is over."""
        plan, rounds = self._table.plan, self._table.rounds
        if self._place == 0:
            rounds.append(self._open_table(plan))
        elif not wait_for(lambda: len(rounds) > number, 3600, self._over):
            return None
        code = rounds[number]
        if self._place > 0:
            self._redirected(self.browser.submit(f"/match/{code}/", "csrfmiddlewaretoken", "/join/", self._over))
        return code

    def _open_table(self, plan: Plan) -> str:
        path = f"/tables/new/?game={plan.game}"
        seats = plan.people + len(plan.computers)
        takers = ("somebody",) * (plan.people - 1) + plan.computers
        places = {f"place_{place}": taker for place, taker in enumerate(takers, start=2)}
        chosen = {"seats": seats, "access": "anybody", "pace": plan.pace, **places}
        answer = self._redirected(self.browser.submit(path, "seats", "", self._over, **chosen))
        return answer.location.strip("/").split("/")[-1]

    @staticmethod
    def _redirected(answer: Answer) -> Answer:
        assert answer.status == REDIRECT, f"{answer.status} {answer.text[-2000:]}"
        return answer

    def _play(self, code: str) -> None:
        match = Socket(self.browser, f"/ws/match/{code}/", lambda _news: self._news.set(), self._news.set)
        if self.reads_pages:
            match.start()
        try:
            while not self._over.is_set():
                self._news.clear()
                board = self._look(code)
                if board is not None and board.is_over:
                    return
                if board is None or not board.actions:
                    self._news.wait(POLLS_EVERY)
                    continue
                self._think()
                if not self._over.is_set():
                    self._press(code, board.ply, self._chance.choice(board.actions))
        finally:
            match.close()

    def _think(self) -> None:
        if self._chance.randrange(LOOKS_AROUND_ONCE_IN) == 0:
            self._look_around()
        away = self._chance.randrange(AWAY_ONCE_IN) == 0
        self._over.wait(self._chance.uniform(*(AWAY if away else THINKING)))

    def _look_around(self) -> None:
        with suppress(NoAnswer):
            self.browser.get(self._chance.choice(ELSEWHERE))

    def _look(self, code: str) -> Board | None:
        """The match as this person reads it; None while it is not available."""
        try:
            if self.reads_pages:
                board = self.browser.board(code)
                if board is not None:
                    (self._ledger.ended if board.is_over else self._ledger.began).add(code)
                return board
            seen = self.browser.data(code)
        except NoAnswer:
            self._over.wait(0.3)
            return None
        return None if seen is None or "log" not in seen else self._read(code, seen)

    def _read(self, code: str, seen: dict[str, Any]) -> Board:
        over = seen["status"] == "finished"
        (self._ledger.ended if over else self._ledger.began).add(code)
        for ply, entry in enumerate(seen["log"]):
            self._ledger.show(code, ply, f"{entry['seat']} {entry['action']}")
        mine = seen["seat"] is not None and seen["to_move"] == seen["seat"]
        return Board(seen["ply"], tuple(seen["legal"]) if mine else (), over)

    def _press(self, code: str, ply: int, action: str) -> None:
        """Press a button; repeat it with the same ply until there is a response, then check what became of it."""
        press = Press(self.name, code, ply, action)
        self._ledger.presses.append(press)
        while True:  # even when time is up: every press is brought to an end
            press.sent += 1
            path, form = f"/match/{code}/play/", {"action": action, "ply": ply, "confirmed": "1"}
            try:
                answer = self.browser.swap(path, **form) if self.reads_pages else self.browser.post(path, **form)
            except NoAnswer:
                threading.Event().wait(0.4)
                continue
            if answer.status in (AT_WORK, REDIRECT):
                press.outcome = "acknowledged"
                if answer.status == AT_WORK and (board := board_of(answer.text)) is not None and board.is_over:
                    self._ledger.ended.add(code)
                return
            if answer.status == STALE:
                press.outcome = "found" if self._finds(press) else "refused"
                return
            if answer.status < 500:
                raise AssertionError(f"{press}: {answer.status} {answer.text[-1500:]}")
            threading.Event().wait(0.4)

    def _finds(self, press: Press) -> bool:
        """Whether the log has what was pressed."""
        while True:
            try:
                seen = self.browser.data(press.code)
            except NoAnswer:
                seen = None
            if seen is not None:
                log = seen["log"]
                entry = log[press.ply] if press.ply < len(log) else None
                return entry is not None and (entry["seat"], entry["action"]) == (seen["seat"], press.action)
            threading.Event().wait(0.4)

    def _hear(self, news: dict[str, Any]) -> None:
        if news["type"] == "notice.new":
            self._show(news["id"], news["url"])

    def _show(self, code: str, path: str) -> None:
        """Show a notice on the open page, which shows each once."""
        if code not in self._known:
            self._known.add(code)
            self._ledger.arrive(Arrival("pages", self.name, code, path))

    def _ask_what_was_missed(self) -> None:
        """Fetch the sign in the header now and then, and after the socket reconnects, as every page does."""
        while not self._closed.is_set():
            self._lost.wait(ASKS_EVERY)
            self._lost.clear()
            with suppress(NoAnswer):
                for code, path in MISSED.findall(self.browser.get("/mine/waiting/").text):
                    self._show(code, path)

    def _ask_for_tests(self) -> None:
        """Request test notices, each after the previous one has arrived: a new one replaces one that waits."""
        for _number in range(MOST_TESTS):
            if self._over.wait(self._chance.uniform(*NEXT_TEST)):
                return
            channel = self._chance.choice(CHANNELS)
            before = self._arrived(channel)
            try:
                page = self.browser.insist(lambda: self.browser.get("/notices/settings/"), self._over)
                form = form_with(page.text, "csrfmiddlewaretoken", "/notices/test/")
                assert form is not None, page.text
                answer = self.browser.post(form.action, **form.fields, channel=channel)
            except NoAnswer:
                continue
            if answer.status == REDIRECT:
                self._ledger.tests[self.name, channel] += 1
                wait_for(partial(self._has_come, channel, before), 150, self._over)

    def _has_come(self, channel: str, before: int) -> bool:
        return self._arrived(channel) > before

    def _arrived(self, channel: str) -> int:
        """The number of test notices that have arrived on a channel."""
        came = [one for one in self._ledger.arrivals if one.user == self.name and one.channel == channel]
        return sum("/notices/" in one.text or one.text == "/notices/" for one in came)
