"""URLs of the JSON API: version 1, and the one URL that existed before it."""

from django.urls import path

from games.api import views
from games.api.later import Later

urlpatterns = [
    path("match/<slug:code>/", views.match_detail, name="api_match"),
    Later("v1/", "games.api.v1.addresses", "api"),
]
