"""Caching rules, plain-text forms, and sessions that survive a late request and storage trouble."""

import codecs
import re
from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, has_vary_header, patch_cache_control
from django.utils.translation import gettext as _
from django_permissions_policy import PermissionsPolicyMiddleware

from common.besteffort import best_effort
from common.sessions import SessionStore
from common.trouble import is_trouble
from machupicchu.unavailable import unavailable


class PlainTextMiddleware:
    """Accepts requests with text in UTF-8, or in an encoding that is a subset of it or as simple; others get 415.

    Django reads a form in whatever encoding it names. Python knows some that are not text at all, and some that yield
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
    """Sends PERMISSIONS_POLICY, what a page may ask of a browser, with pages only, as it is half a kilobyte.

    What htmx swaps in belongs to a page that already has it; redirects and files ask for nothing.
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
    """Keeps what is made for one person out of every cache: neither proxies nor the browser that shows it may keep it.

    The rule: a response that does not say itself how long it may be kept gets `no-store`; one that may be kept, and
    depends on a cookie, like past steps of a match, may be kept by the browser only. It does not depend on who asks:
    every page contains a form, and so a token.

    This may also keep the page out of the back/forward cache of browsers. On a shared computer, going back after
    logging out would otherwise show settings, recovery codes, or a hand of cards. Little is lost: a match would be out
    of date, and a form from before logging in or out is refused.
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


class ForOtherSitesMiddleware:
    """Makes pages embedded by other sites impersonal: no cookie that comes along is read there.

    So a frame shows its reader the same as everyone else, and may be cached on the way, whatever the browser sends.
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
    """Sessions that last while they are used, and whose cookie is deleted only by the request that ends them.

    The race: a page polls while another tab logs in, which ends the old session. Django would answer the late request,
    which still carries the old session, by deleting the cookie, and so the new session with it.

    A page that is only read does without what it would have stored; a view that cannot do without saves the session
    itself.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = request.session
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
