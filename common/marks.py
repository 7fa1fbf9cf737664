"""Signed cookies that mark a browser with what was done in it: a second account there cannot do the same once more.

They name things, but no person. Someone who deletes them, or uses another browser, can do it again under another name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

SEPARATOR = "."
"""Stands between the parts of a mark; none of them contains it."""


@dataclass(frozen=True)
class BrowserMark:
    """A kind of mark, with a cookie of its own."""

    cookie: str
    """The name of the cookie."""

    salt: str
    """Keeps this signature apart from other ones. If it changes, no browser is marked any more."""

    age: timedelta
    """How long a browser stays marked."""

    def read(self, request: HttpRequest) -> list[str]:
        """The parts of the mark; none if the browser has none, or one that is forged or too old."""
        said = request.get_signed_cookie(self.cookie, default="", salt=self.salt, max_age=self.age) or ""
        return said.split(SEPARATOR) if said else []

    def leave(self, response: HttpResponse, parts: Iterable[str]) -> None:
        """Mark the browser that receives the response. This replaces its mark of this kind."""
        response.set_signed_cookie(
            self.cookie,
            SEPARATOR.join(parts),
            salt=self.salt,
            max_age=self.age,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


@dataclass(frozen=True)
class LatestMarks(BrowserMark):
    """A kind of mark whose parts are the keys of things, the latest first."""

    most: int
    """How many of them are remembered."""

    def has(self, request: HttpRequest, key: int) -> bool:
        """Whether the requesting browser is marked with this thing."""
        return str(key) in self.read(request)

    def add(self, request: HttpRequest, response: HttpResponse, key: int) -> None:
        """Mark the browser with this thing, unless it is marked already."""
        before = self.read(request)
        if str(key) not in before:
            self.leave(response, [str(key), *before][: self.most])
