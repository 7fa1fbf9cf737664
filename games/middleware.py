"""Quarantines a match that cannot be read, on the first request for it."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from games.selectors.position.timelines import Unreadable
from games.services.moderation.quarantine import match_quarantine

log = logging.getLogger(__name__)


class UnreadableMatchMiddleware:
    """Quarantine a match whose log does not lead to its position, and respond with a page that says so (500)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Unreadable):
            return None
        log.error("%s cannot be read and is put on hold", exception)
        match_quarantine(match_id=exception.match_id, ply=None, trouble=exception.trouble)
        if request.headers.get("HX-Request"):  # part of an old page is requesting: make the browser reload the page
            return HttpResponse(status=500, headers={"HX-Refresh": "true"})
        response = render(request, "games/match/unreadable.html", status=500)
        add_never_cache_headers(response)
        return response
