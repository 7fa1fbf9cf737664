"""The URLs of OAuth 2.0 and OpenID Connect. While OAUTH is off, all of them are 404."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

View = Callable[[HttpRequest], HttpResponseBase]


def where_on(name: str) -> View:
    """A view of `accounts.oauth_views`, imported on first use: few sites need its dependencies. 404 if OAUTH is off."""

    def view(request: HttpRequest) -> HttpResponseBase:
        if not settings.OAUTH:
            raise Http404
        found: View = getattr(import_module("accounts.oauth_views"), name)
        return found(request)

    return view


def of_programs(name: str) -> View:
    """Like `where_on`, without CSRF protection: access depends on a code or token, not on a cookie."""
    return csrf_exempt(where_on(name))


urlpatterns = [
    path(".well-known/openid-configuration", of_programs("configuration"), name="oauth_configuration"),
    path("oauth/keys/", of_programs("keys"), name="oauth_keys"),
    path("oauth/authorize/", where_on("authorize"), name="oauth_authorize"),
    path("oauth/token/", of_programs("token"), name="oauth_token"),
    path("oauth/revoke/", of_programs("revoke"), name="oauth_revoke"),
    path("oauth/userinfo/", of_programs("userinfo"), name="oauth_userinfo"),
]
