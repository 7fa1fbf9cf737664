"""URLs of the deal of the day."""

from django.urls import path

from daily.pages import deal, overview, side_by_side, trying

urlpatterns = [
    path("", overview.overview, name="daily"),
    path("<slug:game>/", deal.today_of, name="daily_game"),
    path("<slug:game>/begin/", trying.begin, name="daily_begin"),
    path("<slug:game>/<slug:day>/", deal.of_day, name="daily_deal"),
    path("<slug:game>/<slug:day>/side-by-side/", side_by_side.side_by_side, name="daily_side_by_side"),
]
