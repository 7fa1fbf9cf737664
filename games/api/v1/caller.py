"""The caller of the API: every request carries its visitor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import HttpRequest

from games.api.v1.problems import NotLoggedIn
from games.models import Match
from games.selectors.access import Visitor, match_for

if TYPE_CHECKING:
    from accounts.models import User


class ApiRequest(HttpRequest):
    """A request that `door` has let in."""

    visitor: Visitor
    scopes: frozenset[str] | None
    """The scopes of the token; None without a token."""
    token: str | None
    """The key of the token (see `accounts.passes`); None without one."""
    ahead: tuple[Callable[..., object], object, Exception | None]
    """What was computed ahead: by which function, its result, or its refusal (see `games.api.v1.ahead`)."""


def acting(request: ApiRequest) -> User:
    """The user who acts, or reads their own things. Raises NotLoggedIn."""
    user = request.visitor.reader
    if user is None:
        raise NotLoggedIn
    return user


def reader(request: ApiRequest) -> User | None:
    """The user who reads; None for an anonymous caller."""
    return request.visitor.reader


def match_of(request: ApiRequest, code: str) -> Match:
    """The match, if the caller may see it. Raises Match.DoesNotExist."""
    return match_for(request.visitor, code)
