"""The context of log lines: the request or task, and the match and ply that it concerns.

A request keeps an id given to it by a trusted proxy, and passes its id on to the tasks it queues.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from celery import signals
from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
"""The header with the id of a request."""

NAMED = re.compile(r"[A-Za-z0-9_.-]{8,64}")
"""Ids that are taken over from a proxy; others are replaced."""

Trace = dict[str, str | int]

_now: ContextVar[Trace | None] = ContextVar("trace", default=None)


def trace() -> Trace:
    """The context of this thread or task, for log lines."""
    return _now.get() or {}


class TracingMiddleware:
    """Gives every request an id and returns it in a header, so people can say which request failed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
        name = given if NAMED.fullmatch(given) else uuid4().hex
        _now.set({"request": name})  # until the next one: Django logs its response after all middleware has ended
        response = self.get_response(request)
        response[HEADER] = name
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        """Note the match and ply in the context, now that the URL is resolved."""
        about = trace()
        if request.resolver_match is not None and request.path.startswith(("/match/", "/api/match/")):
            about |= {"match": str(kwargs.get("code", ""))}
        if request.method == "POST" and kwargs.get("code") and (ply := request.POST.get("ply", "")).isdecimal():
            about |= {"ply": int(ply[:9])}


def _hand_over(headers: dict[str, Any] | None = None, **_news: Any) -> None:
    if headers is not None and "request" in trace():
        headers["request_name"] = trace()["request"]


def _take_over(task: Any = None, args: Any = (), kwargs: Any = None, **_news: Any) -> None:
    about: Trace = {"task": task.name}
    if name := getattr(task.request, "request_name", None):
        about["request"] = name
    if len(args) == 2 and isinstance(args[0], str) and isinstance(args[1], int):  # think, advise: match and ply
        about |= {"match": args[0], "ply": args[1]}
    _now.set(about)


def _leave(**_news: Any) -> None:
    _now.set(None)


signals.before_task_publish.connect(_hand_over)
signals.task_prerun.connect(_take_over)
signals.task_postrun.connect(_leave)
