"""Rate limits per minute, and the headers that report how many requests are left."""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.besteffort import best_effort
from common.limits import address_of, sources_of
from common.valkey import valkey
from games.selectors.access import Visitor

OF_A_PERSON, OF_AN_ADDRESS = 600, 120
"""Requests per minute: of a member or bot, or of all guests from one IP address, and of all anonymous callers from one;
16 times as many from all IPv6 networks of one owner.

Anyone can become a guest as often as they like, so guests of their own would have no limit at all.
"""

WINDOW = 60
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Quota:
    """The requests allowed until `reset` seconds from now, and those left; `left` is below 0 after too many."""

    limit: int
    left: int
    reset: int

    def tell(self, response: HttpResponseBase) -> None:
        """Set the headers of the response."""
        response["RateLimit-Limit"] = str(self.limit)
        response["RateLimit-Remaining"] = str(max(0, self.left))
        response["RateLimit-Reset"] = str(self.reset)
        if self.left < 0:
            response["Retry-After"] = str(self.reset)


def count(request: HttpRequest, visitor: Visitor) -> Quota:
    """Count one more request, and return the quota. If counting fails, every request is allowed."""
    limit, counted = OF_A_PERSON, {str(visitor.user_id): 1}
    if not visitor.user.is_authenticated:
        limit, counted = OF_AN_ADDRESS, sources_of(address_of(request))
    elif visitor.user.is_guest:
        counted = {f"guests {source}": times for source, times in sources_of(address_of(request)).items()}
    window, passed = divmod(int(time.time()), WINDOW)
    left = limit - 1
    with best_effort("counting requests"), valkey().pipeline(transaction=False) as counter:
        for who in counted:
            key = cache.make_key(f"api:{who}:{window}")
            counter.incr(key)
            counter.expire(key, 2 * WINDOW)
        used = counter.execute()[::2]
        left = min((times * limit - uses for times, uses in zip(counted.values(), used, strict=True)), default=left)
    return Quota(limit, left, WINDOW - passed)
