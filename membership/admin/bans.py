"""The admin pages of bans."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Ban, User
from accounts.selectors import user_of
from accounts.widgets import NAMED
from common.admin_views import OwnFilters
from common.autocomplete import Findable
from common.refusals import Refused
from membership.bans import ban_create, ban_lift, check_may_ban


class BanForm(forms.ModelForm):
    """A new ban, validated by the same rules as `ban_create`."""

    moderator: User
    """The moderator who bans."""

    class Meta:
        model = Ban
        fields = ["user", "until", "why"]

    def clean_until(self) -> Any:
        """The end of the ban, None for a permanent one. Raises ValidationError if it has passed."""
        until = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(
                _("This time has already passed: choose a later one, or leave it empty for a permanent ban.")
            )
        return until

    def clean_user(self) -> User:
        """The user. Raises ValidationError for those whom the moderator may not ban."""
        user: User = self.cleaned_data["user"]
        try:
            check_may_ban(user=user, moderator=self.moderator)
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from None
        return user


class InForceFilter(admin.SimpleListFilter):
    """Filter bans by whether they are in force now."""

    title = _("active")
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Ban]) -> QuerySet[Ban]:
        running = Q(until=None) | Q(until__gt=timezone.now())
        match self.value():
            case "yes":
                return queryset.filter(running, lifted_at=None)
            case "no":
                return queryset.exclude(running, lifted_at=None)
        return queryset


@admin.register(Ban)
class BanAdmin(OwnFilters, Findable, admin.ModelAdmin):
    """Bans can be added and lifted, but never changed or deleted: they stay on record."""

    form = BanForm
    formfield_overrides = NAMED
    list_display = ["user", "until", "why", "made_at", "made_by", "lifted_at", "lifted_by"]
    list_filter = [InForceFilter]
    list_select_related = ["user", "made_by", "lifted_by"]
    search_fields = ["user__username", "why"]
    autocomplete_fields = ["user"]
    actions = ["lift"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, with the moderator who bans."""
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.moderator = user_of(request)
        return form

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may lift bans: the same permission as for adding them."""
        return self.has_add_permission(request)

    def get_fields(self, request: HttpRequest, obj: Ban | None = None) -> list[Any]:
        history = ["made_at", "made_by", "lifted_at", "lifted_by"] if obj is not None else []
        return ["user", "until", "why", *history]

    def save_model(self, request: HttpRequest, obj: Ban, form: Any, change: bool) -> None:
        made = ban_create(user=obj.user, moderator=user_of(request), until=obj.until, why=obj.why)
        obj.pk, obj.made_at = made.pk, made.made_at

    @admin.action(description=_("Lift: let the person back in"), permissions=["lift"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Ban]) -> None:
        """Lift the selected bans before they expire."""
        for ban in queryset.select_related("user"):
            try:
                ban_lift(ban=ban, moderator=user_of(request))
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
                continue
            self.log_change(request, ban, str(_("was lifted")))
            self.message_user(request, _("%(name)s can play here again.") % {"name": ban.user.username})
