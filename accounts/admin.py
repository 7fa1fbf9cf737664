"""Users in the admin. The login to the admin is the site's own, with its rate limits."""

from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.app_admin import AppAdmin
from accounts.models import Ban, NameChange, User
from common.admin_views import OwnFilters, careful
from common.people import sessions_changed
from common.times import moment_in_words


def to_our_own_page(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The page for changing one's password, instead of Django's, which limits no guesses of the current one."""
    return redirect("account_change_password")


admin.site.site_header = admin.site.site_title = settings.SITE_NAME
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.password_change = to_our_own_page  # type: ignore[method-assign,assignment]
admin.site.admin_view = careful(admin.site.admin_view)  # type: ignore[method-assign,assignment]


for model in (EmailAddress, Authenticator, UserSession, Client, Token, Group):
    admin.site.unregister(model)
admin.site.register(Client, AppAdmin)


RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
"""The columns of a user that say what they may do in the administration."""


class KindFilter(admin.SimpleListFilter):
    """Filters by members, guests, bots or computer players."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("member", _("members")),
            ("guest", _("guests")),
            ("bot", _("bots")),
            ("computer", _("computer players")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "member":
                return queryset.filter(is_guest=False, level="", owner=None)
            case "guest":
                return queryset.filter(is_guest=True)
            case "bot":
                return queryset.exclude(owner=None)
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
    fields = readonly_fields = ("old", "new", "changed")

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Those who may see the person may see the names from before: moderators find people by them."""
        return request.user.has_perm("accounts.view_user")

    @admin.display(description=_("when"))
    def changed(self, change: NameChange) -> str:
        """The time of the change."""
        return _moment(change.at)


class AuthenticatorInline(admin.TabularInline):
    """Authenticators for two-step login: their secrets are not shown; staff can remove one that its owner has lost."""

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


class NewPasswordForm(AdminPasswordChangeForm):
    """A new password for a person who has lost theirs: others are shut out, as after a reset by email."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        get_adapter().replaced_lost_password(user)
        return user


@admin.register(User)
class UserAdmin(OwnFilters, DjangoUserAdmin):
    change_password_form = NewPasswordForm
    list_display = ["username", "email", "kind", "match_count", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = [KindFilter, "is_active", "is_staff"]
    search_fields = ["username", "email", "name_changes__old", "owner__username"]
    ordering = ["-date_joined"]
    date_hierarchy = "date_joined"
    readonly_fields = ["name", "kind", "ways", "banned", "joined", "seen", "last_login", "date_joined"]
    inlines = [BanInline, NameChangeInline, EmailAddressInline, AuthenticatorInline]
    for_moderators = [
        (None, {"fields": ["name", "kind", "joined", "seen", "banned", "ways"]}),
    ]
    """Fields of a person for staff without the permission to change users: nothing about how the person logs in."""
    fieldsets = [
        (None, {"fields": ["username", "kind", "password", "email", "language", "theme", "board_colours"]}),
        (
            _("Permissions"),
            {"fields": ["banned", "is_active", *RIGHTS]},
        ),
        (_("When"), {"fields": ["date_joined", "last_login"]}),
    ]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only superusers may change people who run the site: a new password would lend someone their rights."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """The same for deleting them."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only superusers may give rights."""
        own = super().get_readonly_fields(request, obj)
        return own if request.user.is_superuser else [*own, *RIGHTS]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a user, titled "Person"."""
        return super().change_view(
            request, object_id, form_url, {"title": capfirst(_("person"))} | (extra_context or {})
        )

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The log of a user, which names their email addresses: only for staff who may change users."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store the user, and let their open pages check whether they are still logged in."""
        super().save_model(request, obj, form, change)
        sessions_changed(obj.pk)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        if obj is not None and not self.has_change_permission(request, obj):
            return self.for_moderators
        return super().get_fieldsets(request, obj)

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        if self.has_change_permission(request, obj):
            return self.inlines
        names = [NameChangeInline] if obj is not None and obj.name_changes.exists() else []
        # The page of a person lists measures of all kinds for those who may see reports.
        return names if request.user.has_perm("games.view_report") else [BanInline, *names]

    def get_list_display(self, request: HttpRequest) -> Any:
        if self.has_change_permission(request):
            return self.list_display
        return ["username", "kind", "match_count", "banned", "joined", "seen"]

    def get_list_filter(self, request: HttpRequest) -> Any:
        return self.list_filter if self.has_change_permission(request) else [KindFilter]

    def get_search_fields(self, request: HttpRequest) -> Any:
        return (
            self.search_fields
            if self.has_change_permission(request)
            else ["username", "name_changes__old", "owner__username"]
        )

    @admin.display(description=_("name"))
    def name(self, user: User) -> str:
        """The name that others see."""
        return user.shown_name

    @admin.display(description=_("member since"), ordering="date_joined")
    def joined(self, user: User) -> str:
        """The time of signing up, or of the start as a guest."""
        return _moment(user.date_joined)

    @admin.display(description=_("last login"), ordering="last_login")
    def seen(self, user: User) -> str:
        """The time of the last login."""
        return _moment(user.last_login)

    @admin.display(description=_("what you can do"))
    def ways(self, user: User) -> str:
        """Links to the profile, to reports about the user, and to the forms to warn and to silence them."""
        person = user.pk
        links = [(reverse("profile", args=[user.username]), _("Profile"))]
        if not user.is_computer:
            reports = f"{reverse('admin:games_report_changelist')}?state=all&person__id__exact={person}"
            links += [
                (reports, _("Reports about them")),
                (f"{reverse('admin:accounts_caution_add')}?user={person}", _("Warn …")),
                (f"{reverse('admin:games_silence_add')}?user={person}", _("Silence …")),
            ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return (
            super().get_queryset(request).select_related("owner").annotate(matches=Count("seats__match", distinct=True))
        )

    @admin.display(description=_("kind"))
    def kind(self, user: User) -> Any:
        """Member, guest, computer player, or bot with its owner."""
        if user.owner is not None:
            return _("bot of %(name)s") % {"name": user.owner.username}
        if user.is_computer:
            return _("computer player")
        return _("guest") if user.is_guest else _("member")

    @admin.display(description=_("banned"))
    def banned(self, user: User) -> str:
        """Whether the user is banned, and the link to ban them."""
        if user.is_banned(timezone.now()):
            return str(_("yes: see the bans below"))
        if user.is_computer or user.is_staff:
            return "–"
        return format_html('<a href="{}?user={}">{}</a>', reverse("admin:accounts_ban_add"), user.pk, _("Ban …"))

    @admin.display(description=_("games"), ordering="matches")
    def match_count(self, user: Any) -> int:
        """The number of tables where the user sits or sat."""
        count: int = user.matches
        return count


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin):
    """Groups give rights, so only superusers add, change and delete them: others could give themselves any."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser and super().has_delete_permission(request, obj)


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    return request.user.is_superuser or user is None or not (user.is_staff or user.is_superuser)


def _moment(moment: datetime | None) -> str:
    return "–" if moment is None else moment_in_words(moment, "DATETIME_FORMAT")
