"""Error responses of the API are problems (RFC 9457), also where Django or other middleware would send HTML."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from games.api.v1.cors import open_to_reading
from games.api.v1.problem import MEDIA_TYPE, problem

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
        answer = problem(response.status_code, *_why(request, response.status_code))
        for header in PASSED_ON:
            if header in response.headers:
                answer[header] = response[header]
        answer._has_been_logged = True  # type: ignore[attr-defined]  # the page has been logged
        add_never_cache_headers(answer)
        return open_to_reading(answer) if request.method in READING else answer


def _why(request: HttpRequest, status: int) -> tuple[str, str]:
    """The text for people, as on the error page, and the code for programs."""
    user = getattr(request, "user", None)
    if status == 403 and user is not None and user.is_authenticated and user.is_banned(timezone.now()):
        return _("You can’t play here"), "banned"
    if status == 404:
        return _("There is nothing at this address."), "not_found"
    if status == 429:
        said = _("Your connection has sent too many requests. Wait a minute, then try again.")
        return said, "too_many_requests"
    if status == 503:
        return _("One moment, a part of the site is starting."), "unavailable"
    if status >= 500:
        return _("Something broke, and it’s our fault."), "failure"
    if status in (403, 405):
        return _("That’s not possible here."), "not_allowed"
    return _("We didn’t understand that."), "unreadable"
