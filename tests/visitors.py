"""Who asks the site something: the browsers and programs of users."""

from __future__ import annotations

import re
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from django.http import HttpRequest, SimpleCookie
from django.test import Client

from accounts.models import User
from accounts.tokens import token_create


def visitor(user: User | None) -> Client:
    """The browser of a user, or of nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def has_just_logged_in(browser: Client, user: User) -> None:
    """Note in the session of a browser that its user has given the password now, as logging in by the form does."""
    request = HttpRequest()
    request.session = browser.session
    record_authentication(request, user, method="password")
    request.session.save()


def program(user: User | None, *scopes: str) -> Any:
    """A client of the API with a token of a user, by default for reading, playing and tables; of nobody without one."""
    if user is None:
        return Client()
    _row, secret = token_create(user=user, name="program", scopes=scopes or ("read", "play", "tables"), days=None)
    return Client(headers={"Authorization": f"Bearer {secret}"})


def reader(path: str = "/") -> tuple[Client, dict[str, str]]:
    """The browser of someone who reads a page, held to CSRF tokens as real ones are, and the hidden fields there."""
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(path).text
    shown = page.partition("<main")[2]
    return browser, dict(re.findall(r'name="(once|csrfmiddlewaretoken)" value="([^"]+)"', shown))


def with_same_cookies(browser: Client, cookies: str) -> Client:
    """The browser as it was with these cookies: it sends another request, without the responses since."""
    other = Client(enforce_csrf_checks=browser.handler.enforce_csrf_checks)
    other.cookies = SimpleCookie(cookies)
    return other
