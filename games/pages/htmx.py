"""The request as views see it behind the htmx middleware."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that knows whether htmx made it: `request.htmx` is truthy then."""

    htmx: HtmxDetails


def is_read(request: HtmxRequest) -> bool:
    """Whether somebody sits before the page: they asked for it, or it says that they were active a moment ago.

    An open page fetches news by itself; that alone says nothing about anybody having seen them.
    """
    return not request.htmx or request.headers.get("Reader") == "here"
