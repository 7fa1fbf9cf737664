"""URLs of the account pages in this app: data export, deletion, bots, cautions, vacation."""

from django.urls import path

from membership import bot_views, views

urlpatterns = [
    path("data.zip", views.data_download, name="account_data"),
    path("delete/", views.delete, name="account_delete"),
    path("bots/", bot_views.all_mine, name="account_bots"),
    path("bots/<str:name>/", bot_views.bot, name="account_bot"),
    path("bots/<str:name>/delete/", bot_views.bot_delete, name="account_bot_delete"),
    path("bots/take/<str:token>/", bot_views.bot_take, name="account_bot_take"),
    path("cautions/", views.cautions, name="account_cautions"),
    path("vacation/", views.vacation, name="account_vacation"),
]
