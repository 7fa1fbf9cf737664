"""Rate limits: an attempt is counted once, by all keys or by none, atomically for all processes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone
from time_machine import travel

from common.limits import (
    OF_A_SITE,
    address_of,
    is_within_limit,
    longest_memory,
    rates_of,
    seconds_left,
    sources_of,
    use,
)


@pytest.fixture
def request_here(settings) -> HttpRequest:
    settings.LIMITS = {"knock": "2/m/ip", "guess": "3/m/ip,1/5m/key"}
    return RequestFactory().post("/", REMOTE_ADDR="192.0.2.7")


def test_one_too_many_is_refused_until_the_first_is_forgotten(request_here: HttpRequest) -> None:
    with travel(timezone.now(), tick=False) as clock:
        assert is_within_limit(request_here, "knock")
        clock.shift(timedelta(seconds=20))
        assert is_within_limit(request_here, "knock")
        assert not is_within_limit(request_here, "knock")
        assert seconds_left(request_here, "knock") == pytest.approx(40, abs=0.01)
        clock.shift(timedelta(seconds=41))
        assert is_within_limit(request_here, "knock")


def test_others_are_counted_by_themselves(request_here: HttpRequest) -> None:
    assert [is_within_limit(request_here, "knock") for _again in range(3)] == [True, True, False]
    assert is_within_limit(RequestFactory().post("/", REMOTE_ADDR="192.0.2.8"), "knock")


def test_who_has_one_address_of_ipv6_has_all_of_them(request_here: HttpRequest) -> None:
    here = [RequestFactory().post("/", REMOTE_ADDR=f"2001:db8:1:2::{number}") for number in range(3)]
    assert [is_within_limit(request, "knock") for request in here] == [True, True, False]
    assert is_within_limit(RequestFactory().post("/", REMOTE_ADDR="2001:db8:1:3::1"), "knock")


def test_who_has_many_networks_of_ipv6_has_a_limit_for_all_of_them(settings) -> None:
    settings.LIMITS = {"knock": "2/m/ip"}
    here = [RequestFactory().post("/", REMOTE_ADDR=f"2001:db8:1:{number:x}::1") for number in range(2 * OF_A_SITE)]
    passed = [is_within_limit(request, "knock") for request in here for _again in range(2)]
    assert passed.count(True) == 2 * OF_A_SITE
    assert seconds_left(RequestFactory().post("/", REMOTE_ADDR="2001:db8:1:ffff::1"), "knock") > 50
    assert is_within_limit(RequestFactory().post("/", REMOTE_ADDR="2001:db8:2::1"), "knock")


@pytest.mark.parametrize(
    ("seen", "sources"),
    [
        ("192.0.2.1", {"192.0.2.1": 1}),
        ("192.0.2.1:443", {"192.0.2.1": 1}),
        ("::ffff:192.0.2.1", {"192.0.2.1": 1}),
        ("2001:db8:1:2::3", {"2001:db8:1:2::": 1, "2001:db8:1::/48": OF_A_SITE}),
        ("[2001:db8:1:2::3]:443", {"2001:db8:1:2::": 1, "2001:db8:1::/48": OF_A_SITE}),
        ("fe80::1%eth0", {"fe80::": 1, "fe80::/48": OF_A_SITE}),
        ("unknown:name", {"unknown:name": 1}),
        ("", {}),
    ],
)
def test_an_address_is_counted_the_same_however_a_proxy_writes_it(seen: str, sources: dict[str, int]) -> None:
    assert sources_of(seen) == sources


def test_the_address_of_a_request_is_the_one_that_the_last_trusted_proxy_saw(settings) -> None:
    request = RequestFactory().post("/", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="1.1.1.1, 2.2.2.2:443")
    addresses = []
    for proxies in (0, 1, 2, 3):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
        addresses.append(address_of(request))
    assert addresses == ["127.0.0.1", "2.2.2.2", "1.1.1.1", "127.0.0.1"]


def test_what_is_refused_by_one_limit_is_counted_by_none(request_here: HttpRequest) -> None:
    assert is_within_limit(request_here, "guess", key="a")
    for _again in range(5):
        assert not is_within_limit(request_here, "guess", key="a")
    assert is_within_limit(request_here, "guess", key="b")
    assert is_within_limit(request_here, "guess", key="c")
    assert not is_within_limit(request_here, "guess", key="d")


def test_what_is_rolled_back_was_never_counted(request_here: HttpRequest) -> None:
    for _again in range(5):
        used = use(request_here, "knock")
        assert used is not None
        used.rollback()
    assert seconds_left(request_here, "knock") == 0


def test_of_many_at_once_no_more_pass_than_may(request_here: HttpRequest) -> None:
    with ThreadPoolExecutor(8) as threads:
        passed = list(threads.map(lambda _number: is_within_limit(request_here, "knock"), range(40)))
    assert passed.count(True) == 2


@pytest.mark.parametrize("limit", ["1/m/user", "1/m/user,2/m/ip"])
def test_strangers_elsewhere_use_up_no_other_limit(settings, limit: str) -> None:
    settings.LIMITS = {"knock": limit}
    here, elsewhere = (RequestFactory().post("/", REMOTE_ADDR=f"192.0.2.{number}") for number in (7, 8))
    for request in (here, elsewhere):
        request.user = AnonymousUser()
    most = 2 if "ip" in limit else 1
    assert [is_within_limit(here, "knock") for _again in range(3)] == [True] * most + [False] * (3 - most)
    assert seconds_left(here, "knock") > 50
    assert is_within_limit(elsewhere, "knock")


OF_MEMBERS = {"bot", "club", "cup", "ladder", "login_at_home", "second_step_at_home"}
"""What guests cannot do."""


@pytest.mark.parametrize("action", sorted(site_settings.LIMITS.keys() - OF_MEMBERS))
def test_what_guests_do_is_limited_by_address_too(action: str) -> None:
    """Otherwise someone could do it without end, as one new guest after the other."""
    kinds = {rate.by for rate in rates_of(action)}
    assert "ip" in kinds or "user" not in kinds


@pytest.mark.parametrize("action", ["guest", "session", "study", "table"])
def test_what_is_kept_for_long_is_limited_by_the_hour(action: str) -> None:
    assert any(rate.by == "ip" and rate.seconds == timedelta(hours=1).total_seconds() for rate in rates_of(action))


def test_what_is_counted_longer_than_addresses_is_counted_by_member(settings) -> None:
    """The privacy page says how long addresses are kept."""
    assert longest_memory() == timedelta(hours=1).total_seconds()
    settings.LIMITS = {"knock": "1/m/ip", "bot": "1/24h/user"}
    assert longest_memory() == timedelta(minutes=1).total_seconds()


def test_a_worker_counts_by_key_alone(settings) -> None:
    settings.LIMITS = {"send": "1/m/key"}
    assert [is_within_limit(None, "send", key=key) for key in ("a", "a", "b")] == [True, False, True]
    assert seconds_left(None, "send", key="a") > 50


@pytest.mark.parametrize("action", site_settings.LIMITS)
def test_every_limit_can_be_read(action: str) -> None:
    for rate in rates_of(action):
        assert rate.amount > 0
        assert rate.seconds >= 60
        assert rate.by in ("ip", "user", "key")
