"""Neither reports of errors nor logs contain a link that still works."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse

from machupicchu.http.unavailable import unavailable
from machupicchu.monitoring.faults import bare
from machupicchu.monitoring.masking import SHOWN, secrets_in, url_without_secrets, without_secrets
from tests.site.logged import lines

SECRET = "qW3rTy-uI0p"
LINKS = {
    "account_bot_take": {"token": SECRET},
    "account_confirm_email": {"key": SECRET},
    "account_reset_password_from_key": {"uidb36": "1a", "key": SECRET},
    "challenge": {"challenge": SECRET},
    "club_invite": {"club": "abcdef", "invite": SECRET},
    "match_claim": {"code": "abcdef", "secret": SECRET},
    "match_invite": {"code": "abcdef", "secret": SECRET},
    "notices_stop": {"token": SECRET},
}
"""Addresses that let people in, confirm something or unsubscribe, with their arguments."""

UNKNOWN = {"rest", "url"}
"""Arguments of what answers for every other path of the API and of the administration."""


def arguments(resolver: Any, above: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names of the arguments of all URLs of the site."""
    for pattern in resolver.url_patterns:
        names = above | set(pattern.pattern.regex.groupindex)
        if hasattr(pattern, "url_patterns"):
            yield from arguments(pattern, names)
        else:
            yield from names


def test_every_argument_of_a_url_is_either_shown_or_secret() -> None:
    """A new one is masked until it is added to one of the two lists."""
    secret = {name for given in LINKS.values() for name in given} - SHOWN
    assert set(arguments(get_resolver())) - UNKNOWN == SHOWN | secret


@pytest.mark.parametrize(("name", "given"), LINKS.items())
def test_the_secret_of_a_link_is_masked(name: str, given: dict[str, str]) -> None:
    path = reverse(name, kwargs=given)
    masked = url_without_secrets(f"https://play.example{path}?next={SECRET}")
    assert masked.startswith(f"https://play.example/{path.split('/')[1]}/")
    assert given.get("code", "") in masked
    for text in (masked, without_secrets(f"Not Found: {path}."), without_secrets(f"see https://x.example{path[:-1]})")):
        assert SECRET not in text
        assert "…" in text


def test_other_addresses_stay_as_they_are() -> None:
    for path in ("/", "/people/Alice/", "/match/abcdef/", "/ws/match/abcdef/"):
        assert url_without_secrets(f"https://play.example{path}") == f"https://play.example{path}"
    text = "/usr/lib/python3/site.py and https://play.example/match/abcdef/, either/or? (1/2)"
    assert without_secrets(text) == text
    assert without_secrets("https://play.example/rules/?a=b") == "https://play.example/rules/?…"


def test_a_link_with_a_typo_is_masked_as_a_whole() -> None:
    assert url_without_secrets(f"https://play.example/acount/bots/take/{SECRET}/") == "https://play.example/…"
    assert url_without_secrets("https://[oops/") == ""
    assert secrets_in("https://[oops/") == []


def test_an_error_that_quotes_the_link_is_reported_without_it() -> None:
    before = "secret-of-the-page-before"
    event = {
        "request": {
            "url": f"https://play.example/match/abcdef/invite/{SECRET}/",
            "method": "GET",
            "query_string": "once=a-key-in-the-query",
            "headers": {"Referer": f"https://play.example/account/bots/take/{before}/", "Host": "play.example"},
        },
        "transaction": f"/match/abcdef/invite/{SECRET}/",
        "logentry": {"message": "no %s", "params": [SECRET, f"/notices/stop/{before}/?x={SECRET}"]},
        "exception": {"values": [{"type": "KeyError", "value": f"{SECRET} a-key-in-the-query {before}"}]},
        "contexts": {"trace": {"data": {"url.full": f"https://play.example/clubs/abcdef/link/{SECRET}/"}}},
        "breadcrumbs": {"values": [{"message": SECRET}]},
        "platform": "python",
    }
    told = bare(event, {})
    assert told["request"] == {"url": "https://play.example/match/abcdef/invite/…/", "method": "GET"}
    assert told["transaction"] == "/match/abcdef/invite/…/"
    assert told["exception"]["values"] == [{"type": "KeyError", "value": "… … …"}]
    assert told["platform"] == "python"
    for secret in (SECRET, before, "a-key-in-the-query"):
        assert secret not in repr(told)


def test_an_error_outside_of_a_request_is_reported_too() -> None:
    told = bare({"exception": {"values": [{"value": f"cannot send /notices/stop/{SECRET}/"}, {"value": None}]}}, {})
    assert told == {
        "exception": {"values": [{"value": "cannot send /notices/stop/…/"}, {"value": None}]},
        "request": {},
    }


@pytest.mark.django_db
def test_a_link_that_no_longer_works_is_logged_without_its_secret(caplog: pytest.LogCaptureFixture) -> None:
    assert Client().get(reverse("notices_stop", args=[SECRET])).status_code == 404
    assert [line.rpartition(": ")[2] for line in lines(caplog)] == ["/notices/stop/…/"]


def test_a_link_that_is_answered_503_is_logged_without_its_secret(
    rf: RequestFactory, caplog: pytest.LogCaptureFixture
) -> None:
    unavailable(rf.get(f"/notices/stop/{SECRET}/"), "the database is away")
    assert "GET /notices/stop/…/ answered 503" in lines(caplog)[-1]


def test_an_error_at_a_link_is_logged_without_its_secret(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise RuntimeError(f"/notices/stop/{SECRET}/ is broken")
    except RuntimeError:
        given = {"status_code": 500, "request": None}
        logging.getLogger("django.request").exception("Error: %s", f"/notices/stop/{SECRET}/", extra=given)
    assert "/notices/stop/…/ is broken" in lines(caplog)[-1]
    assert SECRET not in "\n".join(lines(caplog))
