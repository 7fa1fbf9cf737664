"""Users for the people who run the site. Logging in to the administration is the site's own log-in, with its limits."""

from typing import Any, cast

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.bans import ban_create, ban_lift
from accounts.cautions import caution_create
from accounts.models import Ban, Caution, NameChange, User
from accounts.widgets import NAMED
from machupicchu.admin_views import careful
from machupicchu.autocomplete import Findable

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.admin_view = careful(admin.site.admin_view)  # type: ignore[method-assign,assignment]


for model in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)


class KindFilter(admin.SimpleListFilter):
    """Members, guests or computer players."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("member", _("members")), ("guest", _("guests")), ("computer", _("computer players"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "member":
                return queryset.filter(is_guest=False, level="")
            case "guest":
                return queryset.filter(is_guest=True)
            case "computer":
                return queryset.exclude(level="")
        return queryset


class EmailAddressInline(admin.TabularInline):
    model = EmailAddress
    extra = 0


class NameChangeInline(admin.TabularInline):
    model = NameChange
    extra = max_num = 0
    can_delete = False
    readonly_fields = ["old", "new", "at"]


class AuthenticatorInline(admin.TabularInline):
    """Ways to log in besides the password. Their secrets are for nobody; whoever has lost theirs may be freed of it."""

    model = Authenticator
    extra = max_num = 0
    fields = ["type", "created_at", "last_used_at"]
    readonly_fields = ["type", "created_at", "last_used_at"]


class BanInline(admin.TabularInline):
    model = Ban
    fk_name = "user"
    extra = max_num = 0
    can_delete = False
    fields = ["until", "why", "made_at", "made_by", "lifted_at", "lifted_by"]
    readonly_fields = ["until", "why", "made_at", "made_by", "lifted_at", "lifted_by"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ban]:
        return super().get_queryset(request).select_related("made_by", "lifted_by")


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ["username", "email", "kind", "match_count", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = [KindFilter, "is_active", "is_staff"]
    search_fields = ["username", "email", "name_changes__old"]
    ordering = ["-date_joined"]
    date_hierarchy = "date_joined"
    readonly_fields = ["kind", "banned", "last_login", "date_joined"]
    inlines = [BanInline, NameChangeInline, EmailAddressInline, AuthenticatorInline]
    fieldsets = [
        (None, {"fields": ["username", "kind", "password", "email", "language", "theme", "board_colours"]}),
        (_("Rights"), {"fields": ["banned", "is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("When"), {"fields": ["date_joined", "last_login"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).annotate(matches=Count("seats__match", distinct=True))

    @admin.display(description=_("kind"))
    def kind(self, user: User) -> Any:
        """Member, guest, or the level of the computer player."""
        return user.level or (_("guest") if user.is_guest else _("member"))

    @admin.display(description=_("banned"))
    def banned(self, user: User) -> str:
        """Whether the user is kept from everything, and the way to do that."""
        if user.is_banned(timezone.now()):
            return str(_("yes: see the bans below"))
        if user.is_computer or user.is_staff:
            return "–"
        return format_html('<a href="{}?user={}">{}</a>', reverse("admin:accounts_ban_add"), user.pk, _("Ban …"))

    @admin.display(description=_("games"), ordering="matches")
    def match_count(self, user: Any) -> int:
        """At how many tables the user sits or sat."""
        count: int = user.matches
        return count


class CautionForm(forms.ModelForm):
    """A new caution, to somebody who can read it."""

    class Meta:
        model = Caution
        fields = ["user", "why"]

    def clean_user(self) -> User:
        """A person."""
        user: User = self.cleaned_data["user"]
        if user.is_computer:
            raise forms.ValidationError(_("Computer players read nothing."))
        return user


class BanForm(forms.ModelForm):
    """A new ban, as far as the service allows it."""

    class Meta:
        model = Ban
        fields = ["user", "until", "why"]

    def clean_until(self) -> Any:
        """An end in the future, or none."""
        until = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(_("This end has passed already: name a later one, or none for a ban for good."))
        return until

    def clean_user(self) -> User:
        """Somebody who may be banned."""
        user: User = self.cleaned_data["user"]
        if user.is_computer or user.is_staff:
            raise forms.ValidationError(_("Computer players and people who run this site cannot be banned."))
        return user


@admin.register(Caution)
class CautionAdmin(Findable, admin.ModelAdmin):
    """What moderators have told people in words: written once, never changed or deleted."""

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
        made = caution_create(user=obj.user, moderator=cast(User, request.user), why=obj.why)
        obj.pk, obj.made_at = made.pk, made.made_at


class InForceFilter(admin.SimpleListFilter):
    """Bans that keep somebody away now, or no longer."""

    title = _("in force")
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
class BanAdmin(Findable, admin.ModelAdmin):
    """Bans are made and lifted, never changed or deleted: what was done stays to be read."""

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

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may end bans: whoever may make them."""
        return self.has_add_permission(request)

    def get_fields(self, request: HttpRequest, obj: Ban | None = None) -> list[Any]:
        told = ["made_at", "made_by", "lifted_at", "lifted_by"] if obj is not None else []
        return ["user", "until", "why", *told]

    def save_model(self, request: HttpRequest, obj: Ban, form: Any, change: bool) -> None:
        made = ban_create(user=obj.user, moderator=cast(User, request.user), until=obj.until, why=obj.why)
        obj.pk, obj.made_at = made.pk, made.made_at

    @admin.action(description=_("Lift: let the person in again"), permissions=["lift"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Ban]) -> None:
        """End bans before their time."""
        for ban in queryset.select_related("user"):
            ban_lift(ban=ban, moderator=cast(User, request.user))
            self.log_change(request, ban, str(_("was lifted")))
            self.message_user(request, _("%(name)s may come in again.") % {"name": ban.user.username})
