"""Installing the site in a browser: the manifest, the service worker and the offline page."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

SHORT = 12
"""Letters of the name shown under an icon."""

FONTS = [f"fonts/{family}-{part}.woff2" for family in ("archivo", "piazzolla") for part in ("basic", "west", "ext")]
OFFLINE_FILES = ["css/site.css", "css/states.css", "js/offline.js", "img/favicon.svg", "img/foothills.svg", *FONTS]
"""The files needed by the page that says that there is no connection."""


def _icon(file: str, size: int, purpose: str = "any") -> dict[str, str]:
    return {"src": static(f"img/{file}"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@require_safe
@cache_control(max_age=86400)
def manifest(request: HttpRequest) -> JsonResponse:
    """Send the web app manifest, with the name of this site."""
    name = settings.SITE_NAME
    return JsonResponse(
        {
            "id": reverse("home"),
            "name": name,
            "short_name": name if len(name) <= SHORT else name[:SHORT].rsplit(" ", 1)[0],
            "start_url": reverse("home"),
            "scope": reverse("home"),
            "display": "standalone",
            "background_color": "#eeefe8",
            "theme_color": "#17234b",
            "icons": [
                _icon("icon-192.png", 192),
                _icon("icon-512.png", 512),
                _icon("icon-maskable-512.png", 512, "maskable"),
                {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page, in `?language=`, which the service worker caches; the same for everyone."""
    chosen = request.GET.get("language", "")
    language = chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return HttpResponse(_offline_page(language), headers={"Content-Language": language})


def _offline_page(language: str) -> str:
    with translation.override(language):
        return render_to_string("offline.html", {"site_name": settings.SITE_NAME})


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the script that shows pushes and the offline page; at the root, so that its scope is the whole site.

    Its cache has a version, so that browsers fetch everything again when anything in it has changed.
    """
    script = Path(find("js/service-worker.js") or staticfiles_storage.path("js/service-worker.js")).read_text("utf-8")
    files = [static(file) for file in OFFLINE_FILES]
    texts = [script, *files, *(_offline_page(language) for language, _name in settings.LANGUAGES)]
    address = reverse("offline")
    kept: dict[str, Any] = {
        "version": hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16],
        "pages": {language: f"{address}?{urlencode({'language': language})}" for language, _name in settings.LANGUAGES},
        "files": files,
    }
    response = HttpResponse(
        f"const OFFLINE = {json.dumps(kept)};\n{script}", content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response
