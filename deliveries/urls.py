"""URLs of the pages about notifications."""

from django.urls import path

from deliveries import views

urlpatterns = [
    path("", views.notices, name="notices"),
    path("settings/", views.settings, name="notice_settings"),
    path("webhook/", views.webhook, name="notice_webhook"),
    path("browsers/", views.browsers, name="notice_browsers"),
    path("browsers/renew/", views.renew, name="notice_browser_renew"),
    path("test/", views.trial, name="notice_test"),
    path("stop/<str:token>/", views.stop, name="notices_stop"),
]
