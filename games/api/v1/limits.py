"""How many requests a minute someone may send, and the headers that tell how many are left."""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.besteffort import best_effort
from common.limits import address_of
from games.selectors.access import Visitor

OF_A_PERSON, OF_AN_ADDRESS = 600, 120
"""Requests a minute: of someone who is signed in, and of all from one address who are not."""

WINDOW = 60
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Quota:
    """So many requests are allowed until `reset` seconds from now, and so many of them are left; below 0: too many."""

    limit: int
    left: int
    reset: int

    def tell(self, response: HttpResponseBase) -> None:
        """Say it in headers."""
        response["RateLimit-Limit"] = str(self.limit)
        response["RateLimit-Remaining"] = str(max(0, self.left))
        response["RateLimit-Reset"] = str(self.reset)
        if self.left < 0:
            response["Retry-After"] = str(self.reset)


def count(request: HttpRequest, visitor: Visitor) -> Quota:
    """Count one more request. While nothing can be counted, all are allowed."""
    person = visitor.user_id is not None
    limit, who = (OF_A_PERSON, visitor.user_id) if person else (OF_AN_ADDRESS, address_of(request))
    window, passed = divmod(int(time.time()), WINDOW)
    key, used = f"api:{who}:{window}", 1
    with best_effort("counting requests"):
        cache.add(key, 0, timeout=2 * WINDOW)
        used = cache.incr(key)
    return Quota(limit, limit - used, WINDOW - passed)
