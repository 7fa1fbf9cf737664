"""URLs of the pages about ladders."""

from django.urls import path

from ladders.pages import answering, ladder, lists

urlpatterns = [
    path("", lists.ladders, name="ladders"),
    path("<slug:game>/", ladder.ladder, name="ladder"),
    path("<slug:game>/join/", ladder.join, name="ladder_join"),
    path("<slug:game>/leave/", ladder.leave, name="ladder_leave"),
    path("<slug:game>/challenge/", ladder.challenge, name="ladder_challenge"),
    path("<slug:game>/accept/", answering.accept, name="ladder_accept"),
    path("<slug:game>/decline/", answering.decline, name="ladder_decline"),
    path("<slug:game>/withdraw/", answering.withdraw, name="ladder_withdraw"),
]
