"""Refuses unreadable requests once, at the door, rather than in whatever reads them first."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError

NUL = "\0"
"""Not text, and no database stores it."""


class ReadableRequestMiddleware:
    """Answers 400 if query or form cannot be read; what can be read is text without NUL.

    Django parses them on first access. That may happen on the page which says that there is nothing at an address: then
    the client's mistake would become a failure of ours. Placed below the language middleware, as the answer is a page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _read(request)
        except (Http404, BadRequest, SuspiciousOperation, MultiPartParserError):
            # The page that says so reads them again.
            request.GET = QueryDict()
            request._mark_post_parse_error()  # type: ignore[attr-defined]
            raise
        return self.get_response(request)


def _read(request: HttpRequest) -> None:
    """Read query and form. Raises Http404 if the address contains a NUL, else the error why they cannot be read."""
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
