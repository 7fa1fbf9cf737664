"""The answer while the storage is in trouble: a page that says so (503, try again), wherever the trouble shows.

A view may meet it, a middleware, or the page that tells of another mistake. What none of them expects goes through
`server_error`, which the addresses of the site name as their handler of failures.
"""

import logging
import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.views import defaults

from machupicchu.trouble import is_trouble

log = logging.getLogger(__name__)

RETRY_AFTER = 3
"""Seconds."""


class ServiceUnavailableMiddleware:
    """A view that needs what is in trouble is answered with the page that says so instead of failing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return unavailable(request, exception) if is_trouble(exception) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """What Django shows for whatever has failed: the page that says so, or that it is our fault."""
    exception = sys.exception() if sys.version_info >= (3, 12) else sys.exc_info()[1]
    return unavailable(request, exception) if is_trouble(exception) else defaults.server_error(request)


def unavailable(request: HttpRequest, why: BaseException | str | None) -> HttpResponse:
    """The page. It asks nothing of what may be in trouble: neither who reads it nor what they have chosen."""
    log.warning("%s %s answered 503: %s", request.method, request.path, why)
    language = getattr(request, "LANGUAGE_CODE", None) or translation.get_language_from_request(request)
    with translation.override(language):
        response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response._has_been_logged = True  # type: ignore[attr-defined]  # for Django, which would write a traceback
    add_never_cache_headers(response)
    return response
