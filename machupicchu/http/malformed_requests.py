"""Refuses unreadable requests once, at the start, rather than wherever they happen to be parsed first."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError

NUL = "\0"
"""A character that PostgreSQL cannot store in text."""


class MalformedRequestMiddleware:
    """Answers 400 if the query string or form cannot be parsed, and 404 for a NUL in the path; removes NUL elsewhere.

    Django parses them on first access. That may happen in the page about a 404, which would turn the client's error
    into ours (500). It comes after the language middleware, since the answer is a page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _read(request)
        except (Http404, BadRequest, SuspiciousOperation, MultiPartParserError):
            # The error page accesses them again.
            request.GET = QueryDict()
            request._mark_post_parse_error()  # type: ignore[attr-defined]
            raise
        return self.get_response(request)


def _read(request: HttpRequest) -> None:
    """Parse the query string and the form. Raises Http404 for a NUL in the path, BadRequest for one in a cookie.

    Raises Django's own errors if they cannot be parsed.
    """
    if NUL in request.path:
        raise Http404
    if any(NUL in text for text in request.COOKIES.values()):
        raise BadRequest("a NUL in a cookie")
    request.GET = _text(request.GET)  # type: ignore[assignment]
    request._post = _text(request.POST)  # type: ignore[attr-defined]


def _text(fields: QueryDict) -> QueryDict:
    """The fields, with NUL removed from their names and values."""
    if not any(NUL in text for name, values in fields.lists() for text in (name, *values)):
        return fields
    cleaned = QueryDict(mutable=True, encoding=fields.encoding)
    for name, values in fields.lists():
        cleaned.setlist(name.replace(NUL, ""), [value.replace(NUL, "") for value in values])
    cleaned._mutable = False
    return cleaned
