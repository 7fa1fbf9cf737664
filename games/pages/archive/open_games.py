"""The open games: finished games as files for everyone."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.pages.elsewhere.reading import for_other_sites
from games.selectors.open_games import manifest_read

CACHED_FOR = 3600
"""Seconds for which caches may keep list and files: a name that is withdrawn must disappear soon."""


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """Show which files there are, what may be done with them, and how to read them."""
    files = [each | {"day": date.fromisoformat(f"{each['month']}-01")} for each in manifest_read()["files"]]
    return render(request, "games/archive/open_games.html", {"files": files[::-1]})


@require_safe
@cache_control(public=True, max_age=CACHED_FOR)
def open_games_list(request: HttpRequest) -> HttpResponse:
    """Send the list of the files, for programs."""
    return for_other_sites(JsonResponse(manifest_read(), json_dumps_params={"indent": 1}))


@require_safe
def open_games_file(request: HttpRequest, file: str) -> HttpResponseBase:
    """Send one of the files in the list; 404 for anything else."""
    entry = next((each for each in manifest_read()["files"] if each["file"] == file), None)
    try:
        content = (settings.DUMPS_DIR / entry["file"]).open("rb") if entry else None
    except FileNotFoundError:  # a newer one has just replaced it
        content = None
    if entry is None or content is None:
        raise Http404
    response = FileResponse(content, as_attachment=True, filename=entry["file"], content_type="application/gzip")
    # Compressed already, so the middleware that compresses pages must leave it alone.
    response["Content-Encoding"] = "identity"
    response["ETag"] = f'"{entry["sha256"]}"'
    response["Cache-Control"] = f"public, max-age={CACHED_FOR}"
    return for_other_sites(response)
