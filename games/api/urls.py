"""Addresses of the JSON API."""

from django.urls import path

from games.api import views

urlpatterns = [path("match/<slug:code>/", views.match_detail, name="api_match")]
