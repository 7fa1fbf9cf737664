"""The admin pages of moderators about people: cautions, bans, and the queue of reports."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet, TextChoices
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_CAUTION, Ban, Caution, User
from accounts.moderators import SETTLING
from accounts.widgets import NAMED
from common.admin_views import OwnFilters, ReadOnly
from common.autocomplete import Findable
from common.enumerating import listed
from common.refusals import Refused
from common.visible import SeenField
from games.models import Match, Message, Report, Seat
from games.selectors import moderation
from games.services.moderation.reports import check_may_settle, reports_settle
from membership import reports
from membership.bans import ban_create, ban_lift, check_may_ban
from membership.cautions import caution_create

LONGEST_REASON = 200
"""Maximum length in characters of the reason for a silence or ban, which the person reads."""


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
        made = caution_create(user=obj.user, moderator=cast(User, request.user), why=obj.why)
        obj.pk, obj.made_at = made.pk, made.made_at


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
        form.moderator = cast(User, request.user)
        return form

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may lift bans: the same permission as for adding them."""
        return self.has_add_permission(request)

    def get_fields(self, request: HttpRequest, obj: Ban | None = None) -> list[Any]:
        history = ["made_at", "made_by", "lifted_at", "lifted_by"] if obj is not None else []
        return ["user", "until", "why", *history]

    def save_model(self, request: HttpRequest, obj: Ban, form: Any, change: bool) -> None:
        made = ban_create(user=obj.user, moderator=cast(User, request.user), until=obj.until, why=obj.why)
        obj.pk, obj.made_at = made.pk, made.made_at

    @admin.action(description=_("Lift: let the person back in"), permissions=["lift"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Ban]) -> None:
        """Lift the selected bans before they expire."""
        for ban in queryset.select_related("user"):
            try:
                ban_lift(ban=ban, moderator=cast(User, request.user))
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
                continue
            self.log_change(request, ban, str(_("was lifted")))
            self.message_user(request, _("%(name)s can play here again.") % {"name": ban.user.username})


class ReportedCautionForm(forms.Form):
    """The text of a caution for the people in some reports."""

    why = SeenField(
        label=_("What should they stop doing?"),
        help_text=_("They see exactly what you write, but not who reported them."),
        max_length=LONGEST_CAUTION,
        widget=forms.Textarea({"rows": 5, "cols": 60}),
    )
    remove = forms.BooleanField(label=_("Also remove the messages"), required=False)


class Doing(TextChoices):
    """The ways to settle a report."""

    DISMISS = "dismiss", _("Dismiss")
    CAUTION = "caution", _("Warning")
    SILENCE = "silence", _("Silence")
    BAN = "ban", _("Ban")


class SettleForm(forms.Form):
    """How to settle one report: the measure, its duration, and the text for the person."""

    do = forms.ChoiceField(choices=Doing)
    why = SeenField(max_length=LONGEST_CAUTION, required=False)
    days = forms.ChoiceField(
        choices=[("1", _("a day")), ("7", _("a week")), ("30", _("30 days")), ("", _("for good"))], required=False
    )
    remove = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Require a text for a caution, and limit the length of the reason for a silence or ban."""
        cleaned = super().clean() or self.cleaned_data
        why = cleaned.get("why", "").strip()
        if cleaned.get("do") == Doing.CAUTION and not why:
            self.add_error("why", gettext("Say in your own words what they should stop doing."))
        elif cleaned.get("do") in (Doing.SILENCE, Doing.BAN) and len(why) > LONGEST_REASON:
            most = gettext("Say why in %(count)s characters at most.") % {"count": LONGEST_REASON}
            self.add_error("why", most)
        return cleaned

    def errors_in_words(self) -> list[str]:
        """The error messages."""
        return [str(word) for words in self.errors.values() for word in words]

    def deed(self) -> tuple[Any, Callable[..., int]]:
        """The outcome in words, and the function that settles the report. Only for a valid form."""
        why, remove = self.cleaned_data["why"], self.cleaned_data["remove"]
        days = int(self.cleaned_data["days"]) if self.cleaned_data["days"] else None
        done: Any
        match self.cleaned_data["do"]:
            case Doing.CAUTION:
                return _("warned"), partial(reports.reported_caution, why=why, remove=remove)
            case Doing.SILENCE:
                done = _("silenced for good")
                if days is not None:
                    done = ngettext("silenced for a day", "silenced for %(days)s days", days)
                    done %= {"days": days}
                return done, partial(reports.reported_silence, days=days, why=why, remove=remove)
            case Doing.BAN:
                done = _("banned for good")
                if days is not None:
                    done = ngettext("banned for a day", "banned for %(days)s days", days) % {"days": days}
                return done, partial(reports.reported_ban, days=days, why=why, remove=remove)
        done = _("message removed") if remove else _("dismissed")
        return done, partial(reports_settle, remove=remove)


class OpenFilter(admin.SimpleListFilter):
    """Filters reports by state; shows the waiting ones by default."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("settled", _("settled")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Label the default choice "waiting"."""
        usual, *others = super().choices(changelist)
        yield usual | {"display": _("waiting")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        match self.value():
            case "settled":
                return queryset.exclude(settled_at=None)
            case "all":
                return queryset
        return queryset.filter(settled_at=None)


@admin.register(Report)
class ReportAdmin(OwnFilters, ReadOnly, admin.ModelAdmin):
    """The moderators' queue of reports, each with the surrounding chat, earlier measures, and the form to settle it.

    Spectators' chat could contain advice to the players, so reports about it are hidden from moderators who play in
    that match while it runs. Reports about a moderator are hidden from that one, who cannot settle their own either.
    """

    list_display = ["__str__", "said", "text", "reporter", "made_at", "outcome"]
    list_filter = [OpenFilter, "reason"]
    linked = ("person__id__exact",)
    list_select_related = ["person", "message", "reporter", "settled_by"]
    search_fields = ["person__username", "message__match__code", "club_name"]
    ordering = ["settled_at", "made_at"]
    actions = [
        "dismiss",
        "remove_message",
        "caution",
        "silence_for_a_week",
        "silence_for_good",
        "ban_for_a_week",
        "ban_for_good",
    ]
    # A custom template shows everything else about a report, and the form to settle it.
    fields = ["reason"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        user = cast(User, request.user)
        playing = Seat.objects.filter(user=user, match__status=Match.Status.RUNNING)
        watched = Q(message__channel=Message.Channel.WATCHERS, message__match__in=playing.values("match"))
        return super().get_queryset(request).filter(moderation.not_about(user)).exclude(watched)

    @admin.display(description=_("settled"), ordering="settled_at")
    def outcome(self, report: Report) -> str:
        """The moderator who settled the report; empty while it waits."""
        return "" if report.settled_at is None else str(report.settled_by or _("settled"))

    @admin.display(description=_("message"))
    def said(self, report: Report) -> str:
        """The text of the reported message; empty for a report without one."""
        return "" if report.message is None else report.message.text

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The queue, titled with the model's name."""
        return super().changelist_view(
            request, {"title": capfirst(self.opts.verbose_name_plural)} | (extra_context or {})
        )

    def get_urls(self) -> list[Any]:
        """Add the URL to which the page of a report posts how to settle it."""
        settle = self.admin_site.admin_view(self.settle_view)
        return [path("<path:object_id>/settle/", settle, name="games_report_settle"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a report: the surrounding chat, shared games, earlier measures, and the form to settle it."""
        report = self.get_object(request, object_id)
        known: dict[str, Any] = {}
        if report is not None and self.has_view_permission(request, report):
            known = {
                "title": pgettext("a message to moderators", "Report"),
                "lines": moderation.said_around(report),
                "games": moderation.shared_games(report),
                "past": moderation.past_of(report.person, but=report),
                "form": SettleForm(),
                "may_settle": report.settled_at is None and self.has_settle_permission(request),
                "may_ban": self.has_ban_permission(request),
            }
            try:
                check_may_settle(reports=Report.objects.filter(pk=report.pk), moderator=cast(User, request.user))
            except Refused as refusal:
                known |= {"may_settle": False, "refusal": str(refusal)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **known})

    def settle_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Dismiss a report, or caution, silence or ban the person it is about."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_settle_permission(request):
            raise PermissionDenied
        report = self.get_object(request, object_id)
        if report is None:
            raise Http404
        form = SettleForm(request.POST)
        if not form.is_valid():
            self.message_user(request, listed(form.errors_in_words()), messages.ERROR)
            return redirect("admin:games_report_change", report.pk)
        if form.cleaned_data["do"] == Doing.BAN and not self.has_ban_permission(request):
            raise PermissionDenied
        if report.settled_at is not None:
            self.message_user(request, gettext("This report is already settled."), messages.WARNING)
        else:
            done, settle = form.deed()
            self._settle(request, Report.objects.filter(pk=report.pk), done, settle)
        return redirect("admin:games_report_changelist")

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Whether the user may act on reports."""
        return request.user.has_perm(SETTLING)

    def has_ban_permission(self, request: HttpRequest) -> bool:
        """Whether the user may act on reports with bans."""
        return self.has_settle_permission(request) and request.user.has_perm("accounts.add_ban")

    @admin.action(description=_("Dismiss"), permissions=["settle"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Settle reports without doing anything else."""
        self._settle(request, queryset, _("dismissed"), reports_settle)

    @admin.action(description=_("Remove the message"), permissions=["settle"])
    def remove_message(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Hide the message from everyone."""
        self._settle(request, queryset, _("message removed"), partial(reports_settle, remove=True))

    @admin.action(description=_("Warn the person in your own words …"), permissions=["settle"])
    def caution(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        """Ask for the text, then caution the people the reports are about."""
        form = ReportedCautionForm(request.POST if "cautioning" in request.POST else None)
        if form.is_valid():
            settle = partial(reports.reported_caution, why=form.cleaned_data["why"], remove=form.cleaned_data["remove"])
            self._settle(request, queryset, _("warned"), settle)
            return None
        waiting = list(queryset.filter(settled_at=None))
        context = self.admin_site.each_context(request) | {
            "title": gettext("Send warning"),
            "opts": self.opts,
            "form": form,
            "reports": waiting,
            "people": sorted({report.person.username for report in waiting}),
        }
        return TemplateResponse(request, "admin/games/report/caution.html", context)

    @admin.action(description=_("Remove the message and silence the person for a week"), permissions=["settle"])
    def silence_for_a_week(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Hide the message from everyone, and silence its writer for a week."""
        self._settle(request, queryset, _("silenced for a week"), partial(reports.reported_silence, days=7))

    @admin.action(description=_("Remove the message and silence the person for good"), permissions=["settle"])
    def silence_for_good(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Hide the message from everyone, and silence its writer for good."""
        self._settle(request, queryset, _("silenced for good"), partial(reports.reported_silence, days=None))

    @admin.action(description=_("Remove the message and ban the person for a week"), permissions=["ban"])
    def ban_for_a_week(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Hide the message from everyone, and ban the person for a week."""
        self._settle(request, queryset, _("banned for a week"), partial(reports.reported_ban, days=7))

    @admin.action(description=_("Remove the message and ban the person for good"), permissions=["ban"])
    def ban_for_good(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Hide the message from everyone, and ban the person for good."""
        self._settle(request, queryset, _("banned for good"), partial(reports.reported_ban, days=None))

    def _settle(self, request: HttpRequest, queryset: QuerySet[Report], done: Any, settle: Callable[..., int]) -> None:
        """Settle the reports, show the moderator how many, and log the outcome of each."""
        waiting = list(queryset.filter(settled_at=None).select_related("person"))
        try:
            settle(reports=queryset, moderator=cast(User, request.user))
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        for report in waiting:
            self.log_change(request, report, str(done))
        message = ngettext("One report settled: %(done)s.", "%(count)d reports settled: %(done)s.", len(waiting))
        self.message_user(request, message % {"count": len(waiting), "done": done})
