"""URLs of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts.views import language_choose
from deliveries.views import your_turn
from games.pages.site.manifest import service_worker
from machupicchu.monitoring.health import health
from machupicchu.monitoring.metrics_page import metrics_page
from machupicchu.operating import pages

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("account/", include("membership.urls")),
    path("account/", include("allauth.urls")),
    path("", include("accounts.oauth_urls")),
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("notices/", include("deliveries.urls")),
    path("mine/waiting/", your_turn, name="your_turn"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("language/", language_choose, name="set_language"),
    path("privacy/", pages.privacy, name="privacy"),
    path("terms/", pages.terms, name="terms"),
    path("imprint/", pages.imprint, name="imprint"),
    path("metrics", metrics_page, name="metrics"),
    path("health/", health, name="health"),
    path("daily/", include("daily.urls")),
    path("puzzles/", include("puzzles.pages.urls")),
    path("clubs/", include("clubs.pages.urls")),
    path("cups/", include("cups.pages.urls")),
    path("ladders/", include("ladders.pages.urls")),
    path("match/<slug:code>/", include("games.pages.match.urls")),
    path("", include("games.pages.urls")),
]

handler500 = "machupicchu.http.unavailable.server_error"
