"""How often somebody may do what is costly: the limits are ACCOUNT_RATE_LIMITS in the settings."""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

if TYPE_CHECKING:
    from accounts.models import User


APP = "allauth.account"


def plain(address: str) -> str:
    """An IP address as its owner knows it: a server that listens on IPv6 sees those of IPv4 written as IPv6 ones."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    return str(mapped or number)


def counted_as(address: str) -> str:
    """As what an IP address is counted: an IPv6 one with its /64, since whoever has one address has all of these."""
    return ratelimit.truncate_ip(plain(address))


def address_of(request: HttpRequest) -> str:
    """The IP address from which somebody asks, as limits count it."""
    return ratelimit.get_ip(request)


def is_within_limit(request: HttpRequest, action: str, user: User | None = None, key: str | None = None) -> bool:
    """Count one more `action`. False when that is too many; GET counts too, which allauth's own function lets pass."""
    used = ratelimit.consume(request, app=APP, action=action, user=user, key=key, limit_get=True)
    return used is not None


def seconds_left(request: HttpRequest, action: str, user: User | None = None) -> float:
    """How long somebody waits who has just been refused: until the first of what was counted is counted no longer."""
    now, left = time.time(), 0.0
    for rate in ratelimit.get_rates(app=APP, action=action):
        key = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, user=user)
        counted = [moment for moment in cache.get(key, []) if moment > now - rate.duration]
        if len(counted) >= rate.amount:
            left = max(left, min(counted) + rate.duration - now)
    return left
