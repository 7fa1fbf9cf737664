"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.pages.manifest import service_worker
from machupicchu.health import health

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("notices/", include("notices.urls")),
    path("service-worker.js", service_worker, name="service_worker"),
    path("language/", require_POST(set_language), name="set_language"),
    path("health/", health, name="health"),
    path("match/<slug:code>/", include("games.pages.match_urls")),
    path("", include("games.pages.urls")),
]

handler500 = "machupicchu.unavailable.server_error"
