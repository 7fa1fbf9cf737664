"""HEAD is answered wherever GET is, and alike: link checkers, previews and monitors use it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.api.v1 import limits
from games.models import Match
from tests.first import first
from tests.games.addresses import addresses, filled
from tests.visitors import visitor


@pytest.mark.half_second
@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("every", first([8], of=[1, 8]))
def test_head_is_answered_as_get_is(
    signed_in: bool, every: int, two_play: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OF_AN_ADDRESS", 10 * limits.OF_AN_ADDRESS)
    client, others = visitor(alice if signed_in else None), []
    for address in sorted(addresses())[::every]:
        path = filled(address, two_play)
        answers = {}
        for method in ("GET", "HEAD"):
            cache.clear()  # reset the rate limits
            answer = client.generic(method, path)
            answers[method] = answer.status_code, answer.get("Content-Type")
        if answers["GET"] != answers["HEAD"]:
            others.append((address.name, answers))
    assert not others


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/favicon.ico", "image/x-icon"),
        ("/apple-touch-icon.png", "image/png"),
        ("/apple-touch-icon-precomposed.png", "image/png"),
    ],
)
@pytest.mark.django_db(transaction=True)  # because closing a file also closes the connection
def test_icons_are_where_they_are_looked_for(path: str, kind: str) -> None:
    for method in ("GET", "HEAD"):
        answer = Client().generic(method, path)
        assert (answer.status_code, answer["Content-Type"]) == (200, kind)
        answer.close()
