"""What search engines need not read."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

FOR_PEOPLE = (
    "account_settings",
    "account_login",
    "account_signup",
    "my_matches",
    "play",
    "play_now",
    "table_new",
    "watch",
    "notices",
)
"""Pages that say nothing to whoever is not a person before a browser; the steps of every replay besides."""


@require_safe
@cache_control(max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    """Which addresses search engines leave alone."""
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in FOR_PEOPLE), "Disallow: /match/*/replay/?"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")
