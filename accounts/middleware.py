"""Middleware: every page in its reader's language and time zone; banned users see only the page about the ban."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from accounts.known import remember
from accounts.languages import is_choice, keep_choice, language_for_messages, language_now
from accounts.models import User
from accounts.selectors import ban_of
from accounts.services import device_language_seen, device_zone_seen
from accounts.zones import is_zone, zone_of

OPEN = {
    "account_data",
    "account_delete",
    "account_logout",
    "account_reauthenticate",
    "imprint",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "notices_stop",
    "privacy",
    "terms",
}
"""URL names of the pages that stay open to banned users.

Downloading their data, deleting the account, reauthenticating, logging out, unsubscribing; privacy, terms and imprint.
"""

OF_THE_SITE = {"health", "manifest", "match_embed", "oembed", "offline", "robots", "service_worker"} | {
    "open_games_file",
    "open_games_list",
}
"""URL names of responses to programs and other sites that are the same for everyone: no user is looked up."""


def _is_of_the_site(request: HttpRequest) -> bool:
    """Whether the page is the same for everyone: no reader is looked up for it."""
    return request.resolver_match is not None and request.resolver_match.view_name in OF_THE_SITE


class LanguageMiddleware:
    """Uses the language that the reader has chosen, or else the browser's, as found by Django, and remembers the
    browser's for messages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not _is_of_the_site(request):
            keep_choice(request, response)
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if _is_of_the_site(request) or not is_choice():
            return
        chosen = getattr(request.user, "language", "")
        if chosen in dict(settings.LANGUAGES):
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen
        elif request.user.is_authenticated and language_now() != language_for_messages(request.user):
            device_language_seen(user=request.user, language=language_now())


class TimeZoneMiddleware:
    """Shows times in the reader's zone.

    The first of: the zone in their settings, the one in the cookie that times.js sets, the last one stored from that
    cookie, UTC.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        zone = request.COOKIES.get("zone", "")
        with timezone.override(zone if is_zone(zone) else None):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if _is_of_the_site(request):
            return
        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated:
            return
        zone = request.COOKIES.get("zone", "")
        if is_zone(zone) and zone != user.device_zone:
            device_zone_seen(user=user, zone=zone)
        if known := zone_of(user):
            timezone.activate(known)


class KnownBrowserMiddleware:
    """Marks the browser as known for the logged-in user: see `accounts.known`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and SESSION_KEY in request.session:
            user = getattr(request, "user", None)  # not there if the request was answered on its way
            if isinstance(user, User):
                remember(request, response, user)
        return response


class BanMiddleware:
    """Answers banned users with the page about the ban (403), except on the pages that stay open."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name in OPEN | OF_THE_SITE:
            return None
        user = request.user
        if not user.is_authenticated or not user.is_banned(timezone.now()):
            return None
        if request.headers.get("HX-Request"):  # a request from a page loaded before the ban: reload the whole page
            return HttpResponse(status=403, headers={"HX-Refresh": "true"})
        context = {"ban": ban_of(user), "contact": settings.CONTACT_ADDRESS}
        response = render(request, "accounts/banned.html", context, status=403)
        add_never_cache_headers(response)
        return response
