"""URLs of the pages about clubs."""

from django.urls import path

from clubs.pages import club, founding, leaderboard, lists, members, reporting

urlpatterns = [
    path("", lists.clubs, name="clubs"),
    path("new/", founding.club_new, name="club_new"),
    path("<slug:club>/", club.club, name="club"),
    path("<slug:club>/link/<slug:invite>/", club.invited, name="club_invite"),
    path("<slug:club>/join/", club.join, name="club_join"),
    path("<slug:club>/leave/", club.leave, name="club_leave"),
    path("<slug:club>/leaderboard/<slug:game>/", leaderboard.club_leaderboard, name="club_leaderboard"),
    path("<slug:club>/members/", members.club_members, name="club_members"),
    path("<slug:club>/member/", members.decide, name="club_member"),
    path("<slug:club>/change/", founding.change, name="club_change"),
    path("<slug:club>/report/", reporting.report, name="club_report"),
    path("<slug:club>/renew/", founding.renew, name="club_renew"),
]
