"""The session cookie is taken away only by the request that ends the session."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_late_request_with_an_old_session_does_not_take_the_new_cookie_away() -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "a-session-that-log-in-has-ended-"
    assert settings.SESSION_COOKIE_NAME not in client.get(reverse("home")).cookies


def test_logging_out_takes_the_cookie_away() -> None:
    client = Client()
    client.force_login(User.objects.create_user("Alice"))
    answer = client.post(reverse("account_logout"))
    assert answer.cookies[settings.SESSION_COOKIE_NAME].value == ""
