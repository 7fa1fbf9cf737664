"""Clubs in the administration: view, close and reopen them."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.selectors import user_of
from clubs.models import Club
from clubs.selectors import PEOPLE
from clubs.services.founding import club_close, club_reopen
from common.admin_views import OwnFilters, ReadOnly
from common.refusals import Refused


@admin.register(Club)
class ClubAdmin(OwnFilters, ReadOnly, admin.ModelAdmin):
    list_display = ["name", "code", "founder", "entry", "is_public", "people", "founded_at", "closed_at"]
    list_filter = ["entry", "is_public"]
    list_select_related = ["founder"]
    search_fields = ["name", "code"]
    ordering = ["-founded_at"]
    fields = ["name", "code", "description", "founder", "entry", "is_public", "founded_at", "closed_at"]
    actions = ["close", "reopen"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(people=PEOPLE)

    @admin.display(description=_("people"))
    def people(self, club: Any) -> int:
        """The number of people in the club."""
        return int(club.people)

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may close clubs: the change permission, which grants nothing else here."""
        return request.user.has_perm("clubs.change_club")

    @admin.action(description=_("Close: nobody sees the club any more"), permissions=["close"])
    def close(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        """Hide these clubs from everyone."""
        done = gettext("was closed")
        for club in queryset:
            club_close(club=club)
            self.log_change(request, club, done)
            self.message_user(request, f"{club} {done}.")

    @admin.action(description=_("Open again"), permissions=["close"])
    def reopen(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        """Make these clubs visible again."""
        done = gettext("was opened again")
        for club in queryset:
            try:
                club_reopen(club=club, moderator=user_of(request))
            except Refused as refusal:
                self.message_user(request, f"{club}: {refusal}", messages.ERROR)
                continue
            self.log_change(request, club, done)
            self.message_user(request, f"{club} {done}.")
