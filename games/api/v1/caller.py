"""Who asks: every request to the API comes with its visitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest

from games.api.v1.problems import NotSignedIn
from games.models import Match
from games.selectors.access import Visitor, match_for

if TYPE_CHECKING:
    from accounts.models import User


class ApiRequest(HttpRequest):
    """A request as `door` lets it in."""

    visitor: Visitor
    scopes: frozenset[str] | None
    """What the token allows; None for whoever comes without one."""
    token: str | None
    """The key of the token: see `accounts.passes`."""


def acting(request: ApiRequest) -> User:
    """Who acts, or reads what is theirs. Raises NotSignedIn."""
    user = request.visitor.user
    if not user.is_authenticated:
        raise NotSignedIn
    return user


def reader(request: ApiRequest) -> User | None:
    """Who reads; None for nobody in particular."""
    user = request.visitor.user
    return user if user.is_authenticated else None


def match_of(request: ApiRequest, code: str) -> Match:
    """The match, if the caller may see it. Raises Match.DoesNotExist."""
    return match_for(request.visitor, code)
