"""Answers when a part of the site is away, forms that are text, and sessions that survive a late request."""

import codecs
import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = logging.getLogger(__name__)


class ServiceUnavailableMiddleware:
    """A page that needs Valkey while it is restarting says so (503, try again) instead of failing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, RedisConnectionError | RedisTimeoutError):
            return None
        log.warning("%s %s answered 503: %s", request.method, request.path, exception)
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "3"
        return response


class PlainTextMiddleware:
    """Requests say their text in UTF-8, or in an encoding that is a part of it or as simple; others get 415.

    Django reads a form in whatever encoding it names. Python knows some that are no text at all, and some that spell
    halves of characters, which no database takes.
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


class PatientSessionMiddleware(SessionMiddleware):
    """Sessions whose cookie is taken away only by the request that ends them.

    The race: a page asks for news while another tab logs in, which ends the old session. Django would answer the late
    request, which still carries the old session, by deleting the cookie, and so the new session with it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response = super().process_response(request, response)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not request.session.modified:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response
