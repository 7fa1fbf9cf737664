"""Every page in its reader's language and by their clock; and who is banned meets one page only, wherever they go."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from accounts.bans import ban_of
from accounts.known import remember
from accounts.languages import is_choice
from accounts.zones import is_zone

OPEN = {
    "account_data",
    "account_delete",
    "account_logout",
    "account_reauthenticate",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "notices_stop",
}
"""Names of the pages that stay open: taking the own data along, deleting the account, and proving who one is."""

OF_THE_SITE = {"health", "manifest", "offline", "robots", "service_worker"}
"""Names of what programs ask for, which is the same for everybody: nobody is looked up for it."""


class LanguageMiddleware:
    """Speak the language that the reader has chosen; else that of the browser, as Django has found it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name in OF_THE_SITE or not is_choice():
            return
        chosen = getattr(request.user, "language", "")
        if chosen in dict(settings.LANGUAGES):
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen


class TimeZoneMiddleware:
    """Tell times by the clock of the reader, whose browser (times.js) names its zone in a cookie; else in UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        zone = request.COOKIES.get("zone", "")
        with timezone.override(zone if is_zone(zone) else None):
            return self.get_response(request)


class KnownBrowserMiddleware:
    """Let a browser remember who was logged in there, see `accounts.known`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and (user_id := request.session.get(SESSION_KEY)):
            remember(request, response, user_id)
        return response


class BanMiddleware:
    """Answer with the page about the ban (403) whoever is banned, but on the pages that stay open."""

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
        if request.headers.get("HX-Request"):  # a part of an old page asks: the browser is to load the page anew
            return HttpResponse(status=403, headers={"HX-Refresh": "true"})
        context = {"ban": ban_of(user), "contact": settings.CONTACT_ADDRESS}
        response = render(request, "accounts/banned.html", context, status=403)
        add_never_cache_headers(response)
        return response
