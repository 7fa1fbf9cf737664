"""The request type that views receive from the htmx middleware."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that knows whether htmx made it: `request.htmx` is then truthy."""

    htmx: HtmxDetails


def is_read(request: HtmxRequest) -> bool:
    """Whether someone is at the page: they requested it, or it says that they were active a moment ago.

    An open page fetches news by itself; that alone does not mean that anyone has seen it.
    """
    return not request.htmx or request.headers.get("Reader") == "here"
