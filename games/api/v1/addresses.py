"""All URLs of version 1, below /api/v1/. Importing this module takes a third of a second: see `games.api.later`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from games.api.v1 import problems
from games.api.v1.document import completed
from games.api.v1.door import door
from games.api.v1.manual import readable
from games.api.v1.routers import about, deals, events, exhibitions, matches, past, people, studies, tables

ABOUT = """\
The games of this site for programs: tables, matches, what has been played, and what goes on around them. Settings have
pages only. Refusals are application/problem+json, in the language of Accept-Language. A POST with an Idempotency-Key
(16 to 64 letters, digits, - or _) may be sent again: it is done once. The headers RateLimit-Limit, RateLimit-Remaining
and RateLimit-Reset tell how many requests you may still send.
"""

api = NinjaAPI(title="Machu Picchu", version="1", description=ABOUT, urls_namespace="api", openapi_url=None)
problems.handle_in(api)
for part in (about, tables, matches, events, past, deals, exhibitions, people, studies):
    api.add_router("", part.router)
for router in map(import_string, settings.API_PARTS):
    api.add_router("", router)


def schema() -> dict[str, Any]:
    """The OpenAPI document."""
    return completed(api.get_openapi_schema(path_prefix="/api/v1/"))


@require_safe
def document(request: HttpRequest) -> JsonResponse:
    """The OpenAPI document, for programs."""
    return JsonResponse(schema())


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document as a page for people, made only from our own files like every page."""
    return render(request, "games/site/api.html", {"document": readable(schema())})


def _nothing(request: HttpRequest, rest: str) -> HttpResponse:
    return problems.not_found()


def _operations() -> list[URLPattern]:
    """One URL pattern per path; ninja lists a path once per operation."""
    found = {str(each.pattern): each for each in api.urls[0] if isinstance(each, URLPattern)}
    return [path(route, door(each.callback), name=each.name or "") for route, each in found.items() if route]


urlpatterns = [
    *_operations(),
    path("openapi.json", document, name="openapi"),
    path("", page, name="page"),
    path("<path:rest>", door(_nothing)),
]
