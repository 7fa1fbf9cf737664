"""People who do something too often are told how long to wait."""

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from accounts.models import User

pytestmark = pytest.mark.django_db

DEEDS = {
    "relations": ("/friends/", {"name": "Bob", "do": "mute"}),
    "report": ("/people/Bob/report/", {"reason": "other", "text": "Look"}),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_whoever_does_something_too_often_is_told_how_long_to_wait(
    deed: str, client: Client, alice: User, bob: User, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {deed: "1/h/user"}
    client.force_login(alice)
    address, form = DEEDS[deed]
    with time_machine.travel("2026-03-02 10:00Z", tick=False) as clock:
        client.post(address, form)
        clock.shift(17 * 60 + 30)
        assert "You can continue in 43 minutes." in client.post(address, form, follow=True).content.decode()
        clock.shift(42 * 60 + 30)
        assert "You can continue in" not in client.post(address, form, follow=True).content.decode()
