"""The senders of requests: each keeps a session, and gets a new one if their requests ended the last."""

from __future__ import annotations

from random import Random
from urllib.parse import urlencode

from tests.fuzz.values import PASSWORD
from tests.fuzz.wire import Answer, ask

TOKEN = "f" * 32
"""The CSRF token, which cookie and form must share."""

ROLES = ("nobody", "guest", "member", "player", "host", "watcher", "moderator", "superuser", "newcomer")
CAREFUL = {"moderator", "superuser"}
"""Roles that can end other people's accounts, so what they send to the administration is mostly odd."""
SELF_ENDING = {"account_delete", "account_change_password", "account_set_password", "account_settings",
               "account_logout", "mfa_activate_totp", "account_email", "usersessions_list"}  # fmt: skip
"""URLs that end or change an account: mostly newcomers, of whom there are always more, use them properly."""


def fitting(rng: Random, people: list[Person], address: str) -> Person:
    """Usually someone who may request this, sometimes anyone."""
    if rng.random() < 0.2:
        return rng.choice(people)
    if ":" in address and not address.startswith("api:"):
        fit = ("moderator", "superuser", "superuser")
    elif address in SELF_ENDING or address.startswith(("mfa_", "account_")):
        fit = ("newcomer", "newcomer", "guest", "nobody")
    elif address.startswith(("match", "api_match", "api:")):
        fit = ("player", "host", "player", "host", "member", "watcher")
    else:
        fit = ROLES
    role = rng.choice(fit)
    return next(person for person in people if person.role == role)


class Person:
    """Someone with a session, and another IP address for every request."""

    def __init__(self, port: int, role: str, name: str, session: str, rng: Random) -> None:
        self.role, self.name, self.session = role, name, session
        self._port, self._rng = port, rng
        self._turned_away = 0

    @property
    def source(self) -> str:
        """The IP address of the next request, random so that limits per address stop nobody."""
        return f"127.{self._rng.randrange(1, 255)}.{self._rng.randrange(255)}.{self._rng.randrange(1, 255)}"

    @property
    def cookies(self) -> str:
        """The cookies the browser sends along."""
        session = f"sessionid={self.session}; " if self.session else ""
        return f"{session}csrftoken={TOKEN}; zone=Europe/Berlin"

    def saw(self, answer: Answer) -> None:
        """Keep a new session; log in again once this one seems to be over."""
        for given, value in answer.headers:
            if given.lower() == "set-cookie" and value.startswith("sessionid="):
                self.session = value.partition("=")[2].partition(";")[0].strip('"')
        away = answer.status == 403 or "/account/login/" in answer.header("location")
        self._turned_away = self._turned_away + 1 if away else 0
        if self.role != "nobody" and (not self.session or self._turned_away > 8):
            self.come_again()

    def come_again(self) -> None:
        """Log in; if that is no longer possible, sign up as someone new."""
        self._turned_away, self.session = 0, ""
        if self.role == "guest":
            self._send("/account/signup/", {})  # a guest starts again by playing
            self._send("/play-now/", {"game": "maya", "level": "beginner"})
            return
        if self.role != "newcomer":
            self._send("/account/login/", {"login": self.name, "password": PASSWORD})
        if not self.session:
            self.name = f"New-{self._rng.randrange(10**9)}"
            self._send("/account/signup/", {"username": self.name, "password1": PASSWORD})

    def _send(self, path: str, fields: dict[str, str]) -> None:
        body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nConnection: close\r\nCookie: {self.cookies}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        answer = ask(self._port, self.source, "POST", head.encode() + body)
        for given, value in answer.headers:
            if given.lower() == "set-cookie" and value.startswith("sessionid="):
                self.session = value.partition("=")[2].partition(";")[0].strip('"')
