"""Matches for the people who run the site: to look at, and to repair when they hang or break.

Those people play too. So the deal, the position and what was done stay hidden until a match is over; while it runs its
record shows them what spectators know. A match that was set aside can only be mended by looking at everything: whoever
does is written down, and whoever plays there cannot, since the match may go on.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_CAUTION, User
from accounts.widgets import NAMED
from games.models import (
    Action,
    Analysis,
    Match,
    Message,
    RatedMatch,
    Rating,
    RatingChange,
    RatingLedger,
    Report,
    Seat,
    Silence,
)
from games.pages.boards import match_context
from games.selectors.access import Visitor
from games.selectors.lists import HEAVY
from games.selectors.positions import position
from games.selectors.records import record_text
from games.selectors.timelines import Unreadable
from games.services import chat, repairs, reports
from games.services.refusals import Refused
from machupicchu.autocomplete import Findable
from notices.services.seeing import match_seen

OVER = {Match.Status.FINISHED, Match.Status.STUDY}


def shows_all(request: HttpRequest, match: Match | None) -> bool:
    """Whether the hidden things of a match are shown: it is over, or set aside and the moderator has no seat there."""
    if match is None or match.status != Match.Status.BROKEN:
        return match is not None and match.status in OVER
    return not match.seats.filter(user=cast(User, request.user)).exists()


def drawn(match: Match) -> dict[str, Any]:
    """What the template of a match needs to draw its board as spectators see it; for an unreadable one, why not."""
    if match.status == Match.Status.OPEN:
        return {}
    try:
        return match_context(position(match, Visitor(AnonymousUser()), limit=1))
    except Unreadable as trouble:
        return {"unreadable": trouble.trouble}


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["number", "user", "stand_in", "bank", "points", "rank"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user", "stand_in")


class ActionInline(ReadOnly, admin.TabularInline):
    model = Action
    verbose_name_plural = _("log")

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        # Where the choice was the only one, and so nobody thought, others could tell what the hand is like.
        told = ["source", "text", "thought_ms"] if shows_all(request, obj) else []
        return ["ply", "seat", "kind", *told, "undone", "made_at"]


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "game", "status", "seat_count", "host", "ply", "awaited", "deadline", "changed_at"]
    list_filter = ["status", "game", "pace", "access", "rated", "seat_count"]
    list_select_related = ["host"]
    search_fields = ["code", "seats__user__username"]
    date_hierarchy = "created_at"
    ordering = ["-changed_at"]
    inlines = [SeatInline, ActionInline]
    actions = ["rebuild", "ask", "put_aside", "call_off"]
    readonly_fields = ["record"]

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        secrets = ["deal", "salt", "state"] if shows_all(request, obj) else []
        rules = [
            "code",
            "game",
            "seat_count",
            "options",
            "rules_version",
            "access",
            "rated",
            "pace",
            "weekends_off",
            "host",
            "rematch_of",
        ]
        course = ["status", "trouble", "reason", "ply", "awaited", "deadline", "asked_at"]
        times = ["created_at", "started_at", "changed_at", "finished_at"]
        shown = ["record"] if obj and obj.status != Match.Status.OPEN else []
        return [*rules, *course, *times, "commitment", *shown, *secrets]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Write down who looks at the hidden things of a match that may go on; what was told of it is seen."""
        match = self.get_object(request, object_id)
        is_broken = match is not None and match.status == Match.Status.BROKEN
        if is_broken and self.has_view_permission(request, match) and shows_all(request, match):
            self.log_change(request, match, _("Looked at the hidden things of a match that was set aside."))
        may = match is not None and self.has_view_permission(request, match)
        if match is not None and may:
            match_seen(match=match, user_id=cast(User, request.user).pk)
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **(drawn(match) if match and may else {})}
        )

    def has_repair_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may mend matches: the right to change them, of which nothing else is left here."""
        return request.user.has_perm("games.change_match")

    @admin.display(description=_("record, as spectators read it"))
    def record(self, match: Match) -> str:
        """The actions so far, with `?` for what is hidden."""
        try:
            return format_html("<pre>{}</pre>", record_text(match, Visitor(AnonymousUser())))
        except ValueError as trouble:
            return str(trouble)

    @admin.action(description=_("Make the position anew from the log, and let the match go on"), permissions=["repair"])
    def rebuild(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Mend what was set aside, or take that back."""
        self._repair(
            request, queryset, _("was made anew from its log"), lambda match: repairs.match_rebuild(match=match)
        )

    @admin.action(description=_("Ask the computer player again"), permissions=["repair"])
    def ask(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """For matches that wait for a computer player."""
        self._repair(
            request, queryset, _("asks its computer player again"), lambda match: repairs.match_ask(match=match)
        )

    @admin.action(description=_("Set aside: nobody can play, clocks stand"), permissions=["repair"])
    def put_aside(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Take matches out of play."""
        self._repair(
            request,
            queryset,
            _("was set aside"),
            partial(repairs.match_put_aside, trouble="set aside by a moderator", moderator=cast(User, request.user)),
        )

    @admin.action(description=_("Call off what was set aside: the end, without a result"), permissions=["repair"])
    def call_off(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """End matches for good."""
        self._repair(request, queryset, _("was called off"), repairs.match_call_off)

    def _repair(self, request: HttpRequest, queryset: QuerySet[Match], done: Any, repair: Callable[..., Match]) -> None:
        """Repair each match by itself, say what came of it, and write down what was done."""
        for match in queryset:
            try:
                repair(match=match)
            except Refused as refusal:
                self.message_user(request, f"{match}: {refusal}", messages.ERROR)
            else:
                self.log_change(request, match, str(done))
                self.message_user(request, f"{match} {done}.")


@admin.register(Analysis)
class AnalysisAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["match", "version", "upto", "steps", "asked_at", "worked_at", "finished_at", "trouble"]
    search_fields = ["match__code"]
    ordering = ["-asked_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Analysis]:
        hidden = [f"match__{column}" for column in HEAVY]
        return super().get_queryset(request).select_related("match").defer(*hidden)


class RatingChangeInline(ReadOnly, admin.TabularInline):
    model = RatingChange
    fields = ["seat", "user", "place", "points", "mu_before", "sigma_before", "mu_after", "sigma_after"]
    readonly_fields = ["points"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingChange]:
        return super().get_queryset(request).select_related("user")


@admin.register(RatedMatch)
class RatedMatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["match", "game", "number", "season", "struck"]
    list_filter = ["game", "season", "struck"]
    search_fields = ["match__code"]
    ordering = ["game", "-number"]
    inlines = [RatingChangeInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedMatch]:
        hidden = [f"match__{column}" for column in HEAVY]
        return super().get_queryset(request).select_related("match").defer(*hidden)


class SeasonFilter(admin.AllValuesFieldListFilter):
    """The seasons that there are; what belongs to none is of all time, and says so."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield choice | {"display": choice["display"] or _("all time")}


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["user", "game", "season", "seats", "shown", "games", "last_at"]
    list_filter = ["game", ("season", SeasonFilter), "seats"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    ordering = ["-last_at"]

    @admin.display(description=_("rating"))
    def shown(self, rating: Rating) -> str:
        """The rating as pages show it."""
        return f"{rating.skill.rating} ± {rating.skill.margin}"


@admin.register(RatingLedger)
class RatingLedgerAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game", "given", "applied"]


class CautionForm(forms.Form):
    """The words of a moderator to the people of some reports."""

    why = forms.CharField(
        label=_("What should they not do again?"),
        help_text=_("They read it as you write it. They do not read who has reported them."),
        max_length=LONGEST_CAUTION,
        widget=forms.Textarea({"rows": 5, "cols": 60}),
    )
    remove = forms.BooleanField(label=_("Also remove the messages"), required=False)


class OpenFilter(admin.SimpleListFilter):
    """The reports that wait, unless others are asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("settled", _("settled")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The usual choice says what it stands for."""
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
class ReportAdmin(ReadOnly, admin.ModelAdmin):
    """The queue of the moderators: about whom, what was said, before and after, and what to do about it.

    What watchers say could be advice to those who play. So a moderator who plays in a running match is not shown the
    reports about its watchers: another one is.
    """

    list_display = ["person", "reason", "said", "text", "reporter", "made_at", "outcome"]
    list_filter = [OpenFilter, "reason"]
    list_select_related = ["person", "message", "reporter", "settled_by"]
    search_fields = ["person__username", "message__match__code"]
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
    fields = ["about", "reason", "text", "reporter", "made_at", "table", "around", "before", "settled_at", "settled_by"]
    readonly_fields = ["about", "table", "around", "before"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        playing = Seat.objects.filter(user=cast(User, request.user), match__status=Match.Status.RUNNING)
        watched = Q(message__channel=Message.Channel.WATCHERS, message__match__in=playing.values("match"))
        return super().get_queryset(request).exclude(watched)

    @admin.display(description=_("settled"), ordering="settled_at")
    def outcome(self, report: Report) -> str:
        """Who has settled it; empty while it waits."""
        return "" if report.settled_at is None else str(report.settled_by or _("settled"))

    @admin.display(description=_("message"))
    def said(self, report: Report) -> str:
        """What was written, empty for a report about no message."""
        return "" if report.message is None else report.message.text

    @admin.display(description=_("about"))
    def about(self, report: Report) -> str:
        """Who it is, with the way to all that is known and to a ban."""
        person = report.person
        links = [
            (reverse("admin:accounts_user_change", args=[person.pk]), person.username),
            (f"{reverse('admin:accounts_ban_add')}?user={person.pk}", gettext("Ban …")),
            (f"{reverse('admin:accounts_caution_add')}?user={person.pk}", gettext("Caution …")),
            (f"{reverse('admin:games_silence_add')}?user={person.pk}", gettext("Keep from writing …")),
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    @admin.display(description=_("match"))
    def table(self, report: Report) -> str:
        """Where the message was written."""
        if report.message is None:
            return "–"
        match = report.message.match
        return format_html('<a href="{}">{}</a>', reverse("admin:games_match_change", args=[match.pk]), match)

    @admin.display(description=_("said around it"))
    def around(self, report: Report) -> str:
        """The message among those before and after it in its channel; without one, what the person said last."""
        if report.message is None:
            latest = Message.objects.filter(user=report.person, channel=Message.Channel.PLAYERS).order_by("-pk")[:6]
            lines = [("", report.person.username, line.text) for line in reversed(latest)]
        else:
            near = Message.objects.filter(match=report.message.match_id, channel=report.message.channel)
            near = near.select_related("user")
            earlier = list(near.filter(pk__lte=report.message_id).order_by("-pk")[:6])[::-1]
            later = near.filter(pk__gt=report.message_id).order_by("pk")[:5]
            lines = [
                ("→" if line.pk == report.message_id else "", line.user.username, line.text)
                for line in (*earlier, *later)
            ]
        return format_html_join("", "<p>{} <b>{}</b>: {}</p>", lines) or "–"

    @admin.display(description=_("before"))
    def before(self, report: Report) -> str:
        """How often the person was reported, cautioned, kept from writing and banned until now."""
        person = report.person
        return gettext(
            "%(reports)d reports, cautioned %(cautions)d times, kept from writing %(silences)d times, %(bans)d bans"
        ) % {
            "reports": Report.objects.filter(person=person).exclude(pk=report.pk).count(),
            "cautions": person.cautions.count(),
            "silences": person.silences.count(),
            "bans": person.bans.count(),
        }

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may act on reports."""
        return request.user.has_perm("games.change_report")

    def has_ban_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may act on reports by bans."""
        return self.has_settle_permission(request) and request.user.has_perm("accounts.add_ban")

    @admin.action(description=_("Dismiss"), permissions=["settle"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Settle without doing anything."""
        self._settle(request, queryset, _("dismissed"), reports.reports_settle)

    @admin.action(description=_("Remove the message"), permissions=["settle"])
    def remove_message(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Show the message to nobody any more."""
        self._settle(request, queryset, _("message removed"), partial(reports.reports_settle, remove=True))

    @admin.action(description=_("Caution the person, in your words …"), permissions=["settle"])
    def caution(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        """Ask for the words, then tell them to the people the reports are about."""
        form = CautionForm(request.POST if "cautioning" in request.POST else None)
        if form.is_valid():
            settle = partial(reports.reported_caution, why=form.cleaned_data["why"], remove=form.cleaned_data["remove"])
            self._settle(request, queryset, _("cautioned"), settle)
            return None
        waiting = list(queryset.filter(settled_at=None))
        context = self.admin_site.each_context(request) | {
            "title": gettext("Caution"),
            "opts": self.opts,
            "form": form,
            "reports": waiting,
            "people": sorted({report.person.username for report in waiting}),
        }
        return TemplateResponse(request, "admin/games/report/caution.html", context)

    @admin.action(description=_("Remove the message; the person may not write for a week"), permissions=["settle"])
    def silence_for_a_week(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Show the message to nobody any more, and let nobody read its writer for a week."""
        self._settle(request, queryset, _("kept from writing for a week"), partial(reports.reported_silence, days=7))

    @admin.action(description=_("Remove the message; the person may not write any more"), permissions=["settle"])
    def silence_for_good(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Show the message to nobody any more, and let nobody read its writer ever again."""
        self._settle(request, queryset, _("kept from writing"), partial(reports.reported_silence, days=None))

    @admin.action(description=_("Remove the message; ban the person for a week"), permissions=["ban"])
    def ban_for_a_week(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Keep the person from everything for a week."""
        self._settle(request, queryset, _("banned for a week"), partial(reports.reported_ban, days=7))

    @admin.action(description=_("Remove the message; ban the person for good"), permissions=["ban"])
    def ban_for_good(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Keep the person from everything."""
        self._settle(request, queryset, _("banned for good"), partial(reports.reported_ban, days=None))

    def _settle(self, request: HttpRequest, queryset: QuerySet[Report], done: Any, settle: Callable[..., int]) -> None:
        """Settle the reports, say how many that were, and write down what was done about each."""
        waiting = list(queryset.filter(settled_at=None))
        try:
            settle(reports=queryset, moderator=cast(User, request.user))
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        for report in waiting:
            self.log_change(request, report, str(done))
        told = ngettext("One report is settled: %(done)s.", "%(count)d reports are settled: %(done)s.", len(waiting))
        self.message_user(request, told % {"count": len(waiting), "done": done})


@admin.register(Silence)
class SilenceAdmin(Findable, admin.ModelAdmin):
    """Who may not write in any chat. Ended, not deleted: what was done stays to be read."""

    list_display = ["user", "until", "why", "made_by", "made_at"]
    list_select_related = ["user", "made_by"]
    search_fields = ["user__username", "why"]
    autocomplete_fields = ["user"]
    exclude = ["made_by"]
    formfield_overrides = NAMED
    actions = ["end"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may let people write again: whoever may keep them from it."""
        return self.has_add_permission(request)

    def save_model(self, request: HttpRequest, obj: Silence, form: Any, change: bool) -> None:
        obj.made_by = cast(User, request.user)
        super().save_model(request, obj, form, change)

    @admin.action(description=_("End: let the person write again"), permissions=["end"])
    def end(self, request: HttpRequest, queryset: QuerySet[Silence]) -> None:
        """Let people write before the time is over."""
        for silence in queryset.select_related("user"):
            chat.silence_end(silence=silence)
            self.log_change(request, silence, gettext("was ended"))
            self.message_user(request, _("%(name)s may write again.") % {"name": silence.user.username})
