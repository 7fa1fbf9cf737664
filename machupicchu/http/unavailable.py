"""The response during storage trouble: a page that says so (503, try again), wherever the trouble occurs.

It may occur in a view, in a middleware, or in the page about another error. Anything unexpected goes through
`server_error`, the site's handler500.
"""

import logging
import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.views import defaults

from common.trouble import is_trouble

log = logging.getLogger(__name__)

RETRY_AFTER = 3
"""The Retry-After header, in seconds."""


class ServiceUnavailableMiddleware:
    """Answers 503 instead of failing if a view runs into storage trouble."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return unavailable(request, exception) if is_trouble(exception) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """The handler500: answers 503 for storage trouble, else with Django's error page (500)."""
    exception = sys.exception() if sys.version_info >= (3, 12) else sys.exc_info()[1]
    return unavailable(request, exception) if is_trouble(exception) else defaults.server_error(request)


def unavailable(request: HttpRequest, why: BaseException | str | None) -> HttpResponse:
    """The page about storage trouble (503). It needs no storage: neither the reader's identity nor their settings."""
    path = request.path.encode("unicode_escape").decode("ascii")  # as in Django's own lines: it stays one line
    log.warning("%s %s answered 503: %s", request.method, path, why, extra={"request": request})
    language = getattr(request, "LANGUAGE_CODE", None) or translation.get_language_from_request(request)
    with translation.override(language):
        html = render_to_string("503.html", {"is_reading": request.method in ("GET", "HEAD")})
    response = HttpResponse(html, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response._has_been_logged = True  # type: ignore[attr-defined]  # keeps Django from logging a traceback
    add_never_cache_headers(response)
    return response
