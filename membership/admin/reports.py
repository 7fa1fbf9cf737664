"""The admin pages of reports: the queue, and the page that settles one."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.moderators import SETTLING
from accounts.selectors import of_household, user_of
from common.admin_views import OwnFilters, ReadOnly
from common.enumerating import listed
from common.refusals import Refused
from games.models import Match, Message, Report, Seat
from games.selectors import moderation
from games.services.moderation.reports import check_may_settle, reports_settle
from membership import reports
from membership.admin.settling import Doing, ReportedCautionForm, SettleForm


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
    that match, or whose bots do, while it runs. Reports about a moderator are hidden from that one, who cannot settle
    their own either.
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
        user = user_of(request)
        playing = Seat.objects.filter(of_household(user), match__status=Match.Status.RUNNING)
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
                check_may_settle(reports=Report.objects.filter(pk=report.pk), moderator=user_of(request))
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
            settle(reports=queryset, moderator=user_of(request))
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        for report in waiting:
            self.log_change(request, report, str(done))
        message = ngettext("One report settled: %(done)s.", "%(count)d reports settled: %(done)s.", len(waiting))
        self.message_user(request, message % {"count": len(waiting), "done": done})
