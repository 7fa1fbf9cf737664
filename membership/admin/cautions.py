"""The admin pages of cautions."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Caution, User
from accounts.selectors import user_of
from common.admin_views import OwnFilters
from common.autocomplete import Findable
from membership.cautions import caution_create


class CautionForm(forms.ModelForm):
    """A new caution; only people can be cautioned, not computer players."""

    class Meta:
        model = Caution
        fields = ["user", "why"]

    def clean_user(self) -> User:
        """The user. Raises ValidationError for a computer player."""
        user: User = self.cleaned_data["user"]
        if user.is_computer:
            raise forms.ValidationError(_("Computer players don’t read messages."))
        return user


@admin.register(Caution)
class CautionAdmin(OwnFilters, Findable, admin.ModelAdmin):
    """Cautions given by moderators: they can be added, but never changed or deleted."""

    form = CautionForm
    list_display = ["user", "why", "made_at", "made_by", "read_at"]
    list_select_related = ["user", "made_by"]
    search_fields = ["user__username", "why"]
    autocomplete_fields = ["user"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Caution | None = None) -> list[Any]:
        return ["user", "why", *(["made_at", "made_by", "read_at"] if obj is not None else [])]

    def save_model(self, request: HttpRequest, obj: Caution, form: Any, change: bool) -> None:
        made = caution_create(user=obj.user, moderator=user_of(request), why=obj.why)
        obj.pk, obj.made_at = made.pk, made.made_at
