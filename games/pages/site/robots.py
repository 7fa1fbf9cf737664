"""The pages that search engines should not crawl."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

FOR_PEOPLE = (
    "account_settings",
    "account_login",
    "account_signup",
    "my_matches",
    "pair",
    "play",
    "play_now",
    "table_new",
    "watch",
    "notices",
)
"""Pages that are of no use except to a person at a browser. The steps of every replay are excluded too."""


@require_safe
@cache_control(max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines which addresses not to crawl."""
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in FOR_PEOPLE), "Disallow: /match/*/replay/?"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")
