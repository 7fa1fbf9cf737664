"""URLs of the puzzles."""

from django.urls import path

from puzzles.pages import lists, puzzle

urlpatterns = [
    path("", lists.today_of, name="puzzles"),
    path("mine/", lists.mine, name="puzzles_mine"),
    path("<int:puzzle>/", puzzle.puzzle, name="puzzle"),
]
