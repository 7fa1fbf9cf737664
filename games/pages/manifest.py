"""What a browser wants to know before it puts the site on a home screen."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(max_age=86400)
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest, with the name of this site."""
    return JsonResponse(
        {
            "name": settings.SITE_NAME,
            "start_url": reverse("home"),
            "display": "browser",
            "background_color": "#eeefe8",
            "theme_color": "#17234b",
            "icons": [{"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}],
        },
        content_type="application/manifest+json",
    )
