"""Middleware: caching rules, encodings of forms, and sessions that survive late requests and storage trouble."""

import codecs
import re
from collections.abc import Callable

from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, has_vary_header, patch_cache_control
from django.utils.translation import gettext as _
from django_permissions_policy import PermissionsPolicyMiddleware

from common.besteffort import best_effort
from common.closing_up import closed_up, closes_up
from common.sessions import SessionStore, may_begin
from common.trouble import is_trouble
from machupicchu.http.unavailable import unavailable


class PlainTextMiddleware:
    """Accepts requests in UTF-8, ASCII or Latin-1; answers 415 to other encodings.

    Django decodes a form with whatever encoding it names. Some of Python's codecs are not for text, and some yield
    unpaired surrogates, which no database accepts.
    """

    TAKEN = frozenset({"utf-8", "ascii", "iso8859-1"})

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset", "utf-8")
        try:
            encoding = codecs.lookup(named).name
        except (LookupError, ValueError):  # Django reads such a form as UTF-8
            encoding = "utf-8"
        if encoding in self.TAKEN:
            return self.get_response(request)
        return HttpResponse(_("Please send forms in UTF-8."), status=415, content_type="text/plain; charset=utf-8")


class PolicyOfPagesMiddleware:
    """Sends the Permissions-Policy header only with whole pages, since it is half a kilobyte.

    Fragments for htmx belong to a page that already has it; redirects and files do not need it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = PermissionsPolicyMiddleware(get_response).permissions_policy

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html") and "Location" not in response
        if is_page and "HX-Request" not in request.headers:
            response["Permissions-Policy"] = self.policy
        return response


class PersonalMiddleware:
    """Keeps personal responses out of all caches: those of proxies and of the browser.

    A response without a Cache-Control header gets `no-store`; one that may be cached and varies by cookie, such as past
    steps of a match, gets `private`. This applies to visitors who are not logged in, too: every page contains a form,
    and so a CSRF token.

    This may also keep pages out of the browser's back/forward cache. Otherwise, on a shared computer, going back after
    logging out would show settings, recovery codes, or a hand of cards. Little is lost: a match would be out of date,
    and a form from before logging in or out is refused.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        elif has_vary_header(response, "Cookie") and "no-store" not in response["Cache-Control"]:
            patch_cache_control(response, private=True)
        return response


class ClosingUpMiddleware:
    """Takes out the blanks after the marks of Chinese pages (see `common.closing_up`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
        if is_page and closes_up():
            response.content = closed_up(response.content.decode()).encode()
        return response


class ForOtherSitesMiddleware:
    """Makes pages that other sites embed impersonal, by removing all cookies from the request.

    A frame is the same for all readers, so proxies may cache it, whatever the browser sends.
    """

    ADDRESSES = re.compile(r"/match/[^/]+/embed/|/oembed")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self.ADDRESSES.fullmatch(request.path_info):
            request.META.pop("HTTP_COOKIE", None)
            request.COOKIES = {}
        return self.get_response(request)


class PatientSessionMiddleware(SessionMiddleware):
    """Extends sessions while they are used, and lets only the request that ends a session delete its cookie.

    The race: a page polls while another tab logs in, which ends the old session. Django would answer the late request
    with the old session by deleting the cookie, and with it the new session.

    A session begins only if its address has not begun too many (429).

    If the storage is in trouble, a GET does not store the session; a view that cannot do without saves it itself.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = request.session
        if session.modified and not session.is_empty() and not may_begin(request):
            session.modified = False
            response = respond_429(request)
        is_well = not session.modified and response.status_code < 500
        if is_well and isinstance(session, SessionStore) and session.is_half_over:
            with best_effort("that a session goes on"):
                session.renew()
        if request.method in ("GET", "HEAD"):
            with best_effort("a session"):
                response = super().process_response(request, response)
        else:
            try:
                response = super().process_response(request, response)
            except SessionInterrupted as interrupted:
                if not is_trouble(interrupted):
                    raise
                return unavailable(request, interrupted)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not request.session.modified:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response
