"""The session cookie is taken away only by the request that ends the session."""

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.sessions import BACKEND_OF_BEFORE

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


def test_a_session_of_before_still_knows_who_is_logged_in() -> None:
    """Sessions last a year; which class looks people up is no reason to log everybody out."""
    client, alice = Client(), User.objects.create_user("Alice")
    client.force_login(alice, backend=BACKEND_OF_BEFORE)
    assert client.session[BACKEND_SESSION_KEY] == settings.AUTHENTICATION_BACKENDS[0]
    assert client.get(reverse("home")).wsgi_request.user == alice


def test_who_is_closed_or_gone_is_nobody_at_once() -> None:
    client, alice = Client(), User.objects.create_user("Alice")
    client.force_login(alice)
    assert client.get(reverse("home")).wsgi_request.user == alice
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert not client.get(reverse("home")).wsgi_request.user.is_authenticated
    User.objects.filter(pk=alice.pk).update(is_active=True)
    assert client.get(reverse("home")).wsgi_request.user == alice
    alice.delete()
    assert not client.get(reverse("home")).wsgi_request.user.is_authenticated
