"""A person's browser, without a screen: pages, forms, sockets that come back; every answer is counted."""

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
"""Seconds until what got no answer is sent again."""

ACTIONS = re.compile(r'<button[^>]* name="action" value="([^"]+)"')
PLY = re.compile(r'data-ply="(\d+)"')
MOOD = re.compile(r'data-mood="(\w+)"')


class NoAnswer(Exception):
    """The connection was refused or broke off: nobody knows what has happened."""


@dataclass(frozen=True)
class Board:
    """What a page shows: the log position, what its reader may play, and whether the match is over."""

    ply: int
    actions: tuple[str, ...]
    is_over: bool


class Browser(Visitor):
    """A browser with cookies whose requests may fail."""

    def __init__(self, url: str, ledger: Ledger) -> None:
        super().__init__(url)
        self._ledger = ledger

    def insist(self, ask: Callable[[], Answer], over: threading.Event) -> Answer:
        """Ask until there is an answer other than "One moment", as by reloading. Raises NoAnswer when all is over."""
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
        """Send a form as htmx does: the answer is the new board."""
        return self._sent_by_htmx(path, fields)

    def submit(self, path: str, name: str, action: str, over: threading.Event, **fields: object) -> Answer:
        """Open a page, fill in its form (the one with a field `name` whose action ends with `action`), send it.

        Sent again as it is while there is no answer. Raises NoAnswer when all is over.
        """
        page = self.insist(lambda: self.get(path), over)
        form = form_with(page.text, name, action)
        assert form is not None, f"{path} has no such form: {page.status} {page.text[:3000]}"
        filled = form.fields | {key: str(value) for key, value in fields.items()}
        return self.insist(lambda: self.post(form.action or path, **filled), over)

    def board(self, code: str) -> Board | None:
        """The match as its page shows it; None when it cannot be had now."""
        answer = self.get(f"/match/{code}/")
        return board_of(answer.text) if answer.status == AT_WORK else None

    def data(self, code: str) -> dict[str, Any] | None:
        """The match as programs read it, which says nothing about a person having looked; None like above."""
        answer = self.get(f"/api/match/{code}/")
        return json.loads(answer.text) if answer.status == AT_WORK else None

    def log_in(self, name: str, password: str) -> None:
        """Log in by the form."""
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
    """What a page or a part of it shows; None for a page without a match."""
    ply, mood = PLY.search(text), MOOD.search(text)
    if ply is None or mood is None:
        return None
    actions = tuple(html.unescape(action) for action in ACTIONS.findall(text))
    return Board(int(ply[1]), actions, mood[1] == "done")


class Socket(threading.Thread):
    """Hears a socket for as long as the page is open; comes back like `socket.js`."""

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
