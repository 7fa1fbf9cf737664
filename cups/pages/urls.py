"""URLs of the pages about cups."""

from django.urls import path

from cups.pages import cup, lists, opening

urlpatterns = [
    path("", lists.cups, name="cups"),
    path("new/", opening.cup_new, name="cup_new"),
    path("duplicate/", opening.duplicate, name="cup_duplicate"),
    path("<slug:cup>/", cup.cup, name="cup"),
    path("<slug:cup>/enter/", cup.enter, name="cup_enter"),
    path("<slug:cup>/leave/", cup.leave, name="cup_leave"),
    path("<slug:cup>/begin/", cup.begin, name="cup_begin"),
    path("<slug:cup>/days/", cup.days, name="cup_days"),
    path("<slug:cup>/remove/", cup.remove, name="cup_remove"),
    path("<slug:cup>/close/", cup.close, name="cup_close"),
]
