"""Rate limits for costly actions, as configured by LIMITS in the settings.

`"10/m/ip,5/5m/key"`: ten times a minute from one IP address, and five times in five minutes for one key. A limit by
`user` is for people who are logged in: strangers are counted by their IP address. A single Lua script in Valkey does
the counting, so two processes never both allow the last use.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.cache import cache
from django.http import HttpRequest
from django.http.request import split_domain_port

from common.valkey import valkey

UNITS = {"s": 1, "m": 60, "h": 60 * 60}
"""The seconds in each unit of a rate."""

NETWORK = 64
"""The length of the IPv6 prefix that identifies one owner, who has all addresses with that prefix."""

SITE, OF_A_SITE = 48, 16
"""The length of the longest prefix that an owner of several IPv6 networks usually has, and how many times the limit of
one network all of them have together.
"""

_COUNT = """#!lua
for number, key in ipairs(KEYS) do
    local most, seconds = tonumber(ARGV[2 * number + 1]), tonumber(ARGV[2 * number + 2])
    redis.call("ZREMRANGEBYSCORE", key, "-inf", ARGV[1] - seconds)
    if redis.call("ZCARD", key) >= most then return 0 end
end
for number, key in ipairs(KEYS) do
    redis.call("ZADD", key, ARGV[1], ARGV[2])
    redis.call("EXPIRE", key, ARGV[2 * number + 2])
end
return 1
"""
"""Count one more use for all keys, or for none if one is full.

Arguments: now, a name for this use, and the limit and seconds of each key. The first line makes Valkey refuse the whole
script while it is out of memory; without it, the script would run, since it begins by deleting something.
"""


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit on the number of uses in a number of seconds, counted by `ip`, `user` or `key`; by `site` for all IPv6
    networks of one owner, in addition to `ip`.
    """

    amount: int
    seconds: int
    by: str


@dataclass(frozen=True, slots=True)
class Use:
    """A use that was counted: its counters in Valkey, `keys` for a user or key, and `shared` for an IP address."""

    keys: tuple[str, ...]
    name: str
    shared: tuple[str, ...] = ()

    def rollback(self) -> None:
        """Undo the count."""
        for key in (*self.keys, *self.shared):
            valkey().zrem(key, self.name)

    def noted(self) -> list[Any]:
        """The use for `uncount`, as JSON, without the IP address's counters: these must stay, to stop endless tries."""
        return [list(self.keys), self.name]


def plain(address: str) -> str:
    """An IP address in its usual form, without the port that some proxies add. A server that listens on IPv6 sees IPv4
    addresses as IPv4-mapped IPv6 ones.
    """
    host, _port = split_domain_port(address)
    try:
        number = ipaddress.ip_address((host or address).strip("[]"))
    except ValueError:
        return address
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    return str(mapped or number)


def counted_as(address: str) -> str:
    """The form in which an IP address is counted: IPv6 by its /64, since an owner has all of these addresses."""
    own = plain(address)
    return _network(own, NETWORK) if _is_ipv6(own) else own


def sources_of(address: str) -> dict[str, int]:
    """What an IP address is counted under, and how many times the limit of one address each of them has: the address in
    its counted form and, for IPv6, the /48 of its owner. None for no address.
    """
    own = counted_as(address)
    if not _is_ipv6(own):
        return {own: 1} if own else {}
    return {own: 1, f"{_network(own, SITE)}/{SITE}": OF_A_SITE}


def _is_ipv6(address: str) -> bool:
    try:
        return isinstance(ipaddress.ip_address(address), ipaddress.IPv6Address)
    except ValueError:
        return False


def _network(address: str, length: int) -> str:
    """The first address of the IPv6 network with a prefix of this length that an address is in."""
    return str(ipaddress.IPv6Network((address, length), strict=False).network_address)


def address_of(request: HttpRequest) -> str:
    """The IP address of the client, in the form in which limits count it."""
    return counted_as(get_adapter().get_client_ip(request))


def use(
    request: HttpRequest | None, action: str, user: AbstractBaseUser | None = None, key: str | None = None
) -> Use | None:
    """Count one more `action`, and return the use. None if that is too many; then it is not counted.

    A worker, which has no request, counts by `key` alone.
    """
    rates = _rates_for(request, action, user)
    keys = [_key(request, action, rate, user, key) for rate in rates]
    by_address = [rate.by in ("ip", "site") for rate in rates]
    counted = Use(
        tuple(key for key, is_shared in zip(keys, by_address, strict=True) if not is_shared),
        token_hex(8),
        tuple(key for key, is_shared in zip(keys, by_address, strict=True) if is_shared),
    )
    given: list[str | float] = [time.time(), counted.name]
    given += [figure for rate in rates for figure in (rate.amount, rate.seconds)]
    return counted if valkey().eval(_COUNT, len(keys), *keys, *given) else None


def uncount(noted: Sequence[Any]) -> None:
    """Undo the counts of uses, given as `Use.noted` returned them."""
    for keys, name in noted:
        Use(tuple(keys), name).rollback()


def is_within_limit(
    request: HttpRequest | None, action: str, user: AbstractBaseUser | None = None, key: str | None = None
) -> bool:
    """Count one more `action`. Returns False if that is too many."""
    return use(request, action, user, key) is not None


def seconds_left(
    request: HttpRequest | None, action: str, user: AbstractBaseUser | None = None, key: str | None = None
) -> float:
    """The seconds that a refused client must wait, until the oldest counted use expires."""
    now, left = time.time(), 0.0
    for rate in _rates_for(request, action, user):
        counted: Any = valkey().zrange(_key(request, action, rate, user, key), 0, -1, withscores=True)
        moments = [float(moment) for _name, moment in counted if float(moment) > now - rate.seconds]
        if len(moments) >= rate.amount:
            left = max(left, min(moments) + rate.seconds - now)
    return left


def rates_of(action: str) -> Sequence[Rate]:
    """The limits of an action. Raises KeyError if it has none."""
    rates = []
    for text in settings.LIMITS[action].split(","):
        amount, span, by = text.split("/")
        rates.append(Rate(int(amount), int(span[:-1] or 1) * UNITS[span[-1]], by))
    return rates


def _rates_for(request: HttpRequest | None, action: str, user: AbstractBaseUser | None) -> Sequence[Rate]:
    """The limits that hold for this request. Those by user do not for visitors who are not logged in, if there is
    another one: all strangers together would share them.
    """
    rates = rates_of(action)
    if _user_key(request, user) is None:
        rates = [rate for rate in rates if rate.by != "user"] or rates
    if request is None or not _is_ipv6(address_of(request)):
        return rates
    return [*rates, *(Rate(OF_A_SITE * rate.amount, rate.seconds, "site") for rate in rates if rate.by == "ip")]


def _user_key(request: HttpRequest | None, user: AbstractBaseUser | None) -> int | None:
    """The key of the user who is counted; None for visitors who are not logged in."""
    key: int | None = getattr(user or getattr(request, "user", None), "pk", None)
    return key


def longest_memory() -> int:
    """The longest time in seconds for which a limited action of an IP address is remembered; limits by user that are
    longer hold for members only.
    """
    return max(rate.seconds for action in settings.LIMITS for rate in rates_of(action) if rate.by != "user")


def _key(request: HttpRequest | None, action: str, rate: Rate, user: AbstractBaseUser | None, key: str | None) -> str:
    """The name of a counter in Valkey. `key` is hashed, since it may contain an email address or a username."""
    known = _user_key(request, user)
    if rate.by == "key":
        assert key is not None, f"{action} is limited by a key"
        source = sha256(key.encode()).hexdigest()
    elif rate.by == "user" and known is not None:
        source = str(known)
    else:
        assert request is not None, f"{action} is limited by an address"
        source = address_of(request) if rate.by != "site" else _network(address_of(request), SITE)
    # With the cache's prefix: if the machine's clock was ahead, all of these are deleted together.
    return str(cache.make_key(f"limit:{action}:{rate.amount}/{rate.seconds}:{rate.by}:{source}"))
