"""A person's browser without a screen: pages, forms, reconnecting sockets; every response is counted."""

from __future__ import annotations

import html
import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request

from websockets.exceptions import InvalidStatus, WebSocketException

from tests.kills.forms import form_with
from tests.kills.ledger import Ledger
from tests.stack.visitor import Answer, Visitor

AT_WORK, AWAY = 200, 503
PAUSE = 0.5
"""Seconds before a request without a response is sent again."""

ACTIONS = re.compile(r'<button[^>]* name="action" value="([^"]+)"')
PLY = re.compile(r'data-ply="(\d+)"')
MOOD = re.compile(r'data-mood="(\w+)"')


class NoAnswer(Exception):
    """The connection was refused or broke off: the request may or may not have been handled."""


@dataclass(frozen=True)
class Board:
    """What a page shows: the log position, the actions its reader may play, and whether the match is over."""

    ply: int
    actions: tuple[str, ...]
    is_over: bool


class Browser(Visitor):
    """A browser with cookies whose requests may fail."""

    def __init__(self, url: str, ledger: Ledger) -> None:
        super().__init__(url)
        self._ledger = ledger

    def insist(self, ask: Callable[[], Answer], over: threading.Event) -> Answer:
        """Ask until the response is not "One moment", as people do by reloading. Raises NoAnswer once all is over."""
        while not over.is_set():
            try:
                answer = ask()
            except NoAnswer:
                over.wait(PAUSE)
                continue
            if answer.status != AWAY:
                return answer
            over.wait(PAUSE)
        raise NoAnswer

    def swap(self, path: str, **fields: object) -> Answer:
        """Send a form as htmx does: the response is the new board."""
        return self._sent_by_htmx(path, fields)

    def submit(self, path: str, name: str, action: str, over: threading.Event, **fields: object) -> Answer:
        """Open a page, fill in its form (the one with a field `name` whose action ends with `action`), and send it.

        It is sent again unchanged until there is a response. Raises NoAnswer once all is over.
        """
        page = self.insist(lambda: self.get(path), over)
        form = form_with(page.text, name, action)
        assert form is not None, f"{path} has no such form: {page.status} {page.text[:3000]}"
        filled = form.fields | {key: str(value) for key, value in fields.items()}
        return self.insist(lambda: self.post(form.action or path, **filled), over)

    def board(self, code: str) -> Board | None:
        """The match as its page shows it; None if the page is not available."""
        answer = self.get(f"/match/{code}/")
        return board_of(answer.text) if answer.status == AT_WORK else None

    def data(self, code: str) -> dict[str, Any] | None:
        """The match as the API shows it, which does not mark it as seen; None if not available."""
        answer = self.get(f"/api/match/{code}/")
        return json.loads(answer.text) if answer.status == AT_WORK else None

    def log_in(self, name: str, password: str) -> None:
        """Log in with the form."""
        self.get("/account/login/")
        answer = self.post("/account/login/", login=name, password=password)
        assert answer.status == 302, answer.text

    def _sent_by_htmx(self, path: str, fields: dict[str, object]) -> Answer:
        form = {**fields, "csrfmiddlewaretoken": self._cookies().get("csrftoken", "")}
        headers = {"HX-Request": "true", "Reader": "here"}
        return self._ask(Request(self.url + path, data=urlencode(form).encode(), headers=headers))

    def _ask(self, request: Request) -> Answer:
        try:
            answer = super()._ask(request)
        except (OSError, HTTPException) as error:
            self._ledger.unanswered()
            raise NoAnswer from error
        self._ledger.answered(answer.status, f"{request.get_method()} {request.selector}", answer.text)
        return answer


def board_of(text: str) -> Board | None:
    """The board on a page or a part of one; None for a page without a match."""
    ply, mood = PLY.search(text), MOOD.search(text)
    if ply is None or mood is None:
        return None
    actions = tuple(html.unescape(action) for action in ACTIONS.findall(text))
    return Board(int(ply[1]), actions, mood[1] == "done")


class Socket(threading.Thread):
    """Receives messages of a socket while the page is open; reconnects like `socket.js`."""

    def __init__(
        self,
        browser: Browser,
        path: str,
        hear: Callable[[dict[str, Any]], object],
        back: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(daemon=True)
        self._browser, self._path, self._hear, self._back = browser, path, hear, back
        self._closed = threading.Event()
        self.open = threading.Event()

    def close(self) -> None:
        """Leave the page."""
        self._closed.set()

    def run(self) -> None:
        pause, was_open = PAUSE, False
        while not self._closed.is_set():
            try:
                with self._browser.socket(self._path) as socket:
                    pause = PAUSE
                    self.open.set()
                    if was_open:
                        self._back()
                    was_open = True
                    while not self._closed.is_set():
                        try:
                            self._hear(json.loads(socket.recv(timeout=1)))
                        except TimeoutError:
                            continue
            except InvalidStatus as refusal:
                self._browser._ledger.answered(refusal.response.status_code, f"socket {self._path}", "")
            except (OSError, WebSocketException, EOFError):
                pass
            self._closed.wait(pause)
            pause = min(pause * 2, 15)


def wait_for(condition: Callable[[], object], seconds: float, over: threading.Event) -> bool:
    """Wait until the condition holds, the time is up or all is over. Returns whether it holds."""
    end = time.monotonic() + seconds
    while not (holds := bool(condition())) and time.monotonic() < end and not over.wait(0.2):
        pass
    return holds
