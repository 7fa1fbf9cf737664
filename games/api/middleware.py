"""Error responses of the API are problems (RFC 9457), also where Django or other middleware would send HTML."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from games.api.v1.cors import open_to_reading
from games.api.v1.problem import MEDIA_TYPE, banned, problem, too_many_requests

BELOW = "/api/v1/"
"""The paths of the API."""

FOR_PEOPLE = "api:page"
"""The URL name of its manual, a page."""

READING = ("GET", "HEAD")
PASSED_ON = ("Allow", "Retry-After")
"""Headers of the original response that the problem also has."""


class ProblemMiddleware:
    """Turns error responses of the API that did not come from its `door` into problems.

    They come from bans, unreadable requests, matches that are quarantined, and failures. Place it below the middleware
    that chooses the language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 400 or not request.path.startswith(BELOW):
            return response
        name = request.resolver_match.view_name if request.resolver_match else ""
        if response.headers.get("Content-Type") == MEDIA_TYPE or name == FOR_PEOPLE:
            return response
        answer = _problem_for(request, response.status_code)
        for header in PASSED_ON:
            if header in response.headers:
                answer[header] = response[header]
        answer._has_been_logged = True  # type: ignore[attr-defined]  # the page has been logged
        add_never_cache_headers(answer)
        return open_to_reading(answer) if request.method in READING else answer


def _problem_for(request: HttpRequest, status: int) -> HttpResponse:
    """The problem in place of an error page of this status, with its text."""
    user = getattr(request, "user", None)
    if status == 403 and user is not None and user.is_authenticated and user.is_banned(timezone.now()):
        return banned()
    if status == 404:
        return problem(404, _("There is nothing at this address."), "not_found")
    if status == 429:
        return too_many_requests()
    if status == 503:
        return problem(503, _("One moment, a part of the site is starting."), "unavailable")
    if status >= 500:
        return problem(status, _("Something broke, and it’s our fault."), "failure")
    if status in (403, 405):
        return problem(status, _("That’s not possible here."), "not_allowed")
    return problem(status, _("We didn’t understand that."), "unreadable")
