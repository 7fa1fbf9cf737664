"""Matches in the administration: to look at, and to repair when they hang or break.

The people who run the site play too. So the deal, the position and the actions stay hidden until a match is over; while
it runs, its record shows them what spectators know. A match that was quarantined can only be repaired by looking at
everything: each look is logged, and players of the match get none, since it may continue.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.moderators import check_not_own
from accounts.selectors import of_household, user_of
from accounts.widgets import NAMED
from common.admin_views import OwnFilters, ReadOnly
from common.autocomplete import Findable
from common.refusals import Refused
from games import catalogue
from games.engine import GAMES
from games.models import (
    Action,
    Analysis,
    Match,
    RatedMatch,
    Rating,
    RatingChange,
    RatingLedger,
    Seat,
    Silence,
)
from games.pages.boards import match_context
from games.pages.boards.page import before_the_end, reasons
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.selectors.position.timelines import Unreadable
from games.selectors.records.lists import HEAVY
from games.selectors.records.match_export import record_text
from games.services.moderation import repairs
from games.services.people import chat
from notices.seeing import match_seen

OVER = {Match.Status.FINISHED, Match.Status.STUDY}
"""The statuses of matches that hide nothing."""


def shows_all(request: HttpRequest, match: Match | None) -> bool:
    """Whether the hidden information of a match is shown: it is over, or quarantined and the moderator has neither
    a seat there, nor a bot, nor the device at which it is played.
    """
    if match is None or match.is_sealed:
        return False
    if match.status != Match.Status.BROKEN:
        return match.status in OVER
    user = user_of(request)
    is_device = match.at_device and match.host_id == user.pk
    return not is_device and not match.seats.filter(of_household(user)).exists()


def drawn(match: Match) -> dict[str, Any]:
    """The template context that draws a match's board as spectators see it; for an unreadable one, the reason. Empty
    for a sealed one.
    """
    if match.status == Match.Status.OPEN or match.is_sealed:
        return {}
    try:
        return match_context(position(match, Visitor(AnonymousUser()), limit=1))
    except Unreadable as trouble:
        return {"unreadable": trouble.trouble}


class GameFilter(admin.AllValuesFieldListFilter):
    """The games, by the names that players know."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            shown = choice["display"]
            yield choice | {"display": catalogue.name(shown) if shown in GAMES else shown}


class NamedGame:
    """Mixin for admin classes of models with a `game`, whose name stands for its key; `named` must be read-only."""

    @admin.display(description=_("Game"), ordering="game")
    def named(self, row: Any) -> str:
        """The name of the game as players know it."""
        return catalogue.name(row.game)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        fields = super().get_fields(request, obj)  # type: ignore[misc]
        return ["named" if field == "game" else field for field in dict.fromkeys(fields) if field != "named"]


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        result = [] if obj is not None and obj.is_sealed else ["points", "rank"]
        return ["number", "user", "stand_in", "bank", *result]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user", "stand_in")


class ActionInline(ReadOnly, admin.TabularInline):
    model = Action
    verbose_name_plural = _("log")

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        # That a choice was forced, and so took no thought, would tell others about the hand.
        revealing = ["source", "text", "thought_ms"] if shows_all(request, obj) else []
        return ["ply", "seat", "kind", *revealing, "undone", "made_at"]


@admin.register(Match)
class MatchAdmin(OwnFilters, ReadOnly, NamedGame, admin.ModelAdmin):
    list_display = ["code", "named", "status", "seat_count", "host", "ply", "decides", "deadline", "changed_at"]
    list_filter = ["status", ("game", GameFilter), "pace", "access", "rated", "seat_count"]
    list_select_related = ["host"]
    search_fields = ["code", "seats__user__username"]
    date_hierarchy = "created_at"
    ordering = ["-changed_at"]
    inlines = [SeatInline, ActionInline]
    actions = ["rebuild", "ask", "quarantine", "call_off"]
    readonly_fields = ["named", "ending", "record"]

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        secrets = ["deal", "salt", "state"] if shows_all(request, obj) else []
        rules = [
            "code",
            "named",
            "seat_count",
            "options",
            "rules_version",
            "access",
            "rated",
            "pace",
            "weekends_off",
            "host",
            "at_device",
            "rematch_of",
        ]
        ending = [] if obj is not None and obj.is_sealed else ["ending"]
        progress = ["status", "trouble", *ending, "ply", "to_move", "deadline", "asked_at"]
        times = ["created_at", "started_at", "changed_at", "finished_at"]
        shown = ["record"] if obj and obj.status != Match.Status.OPEN and not obj.is_sealed else []
        return [*rules, *progress, *times, "commitment", *shown, *secrets]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Log who looks at the hidden information of a match that may continue. Opening it marks the notifications
        about it as seen.
        """
        match = self.get_object(request, object_id)
        if match is None or not self.has_view_permission(request, match):
            return super().change_view(request, object_id, form_url, extra_context)
        if match.status == Match.Status.BROKEN and shows_all(request, match):
            self.log_change(request, match, _("Looked at the hidden parts of a match on hold."))
        match_seen(match=match, user_id=user_of(request).pk)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **drawn(match)})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats__user", "seats__stand_in")

    @admin.display(description=_("to move"))
    def decides(self, match: Match) -> str:
        """Who decides now."""
        seats = {seat.number: seat for seat in match.seats.all()}
        seat = None if match.to_move is None else seats.get(match.to_move)
        if seat is None or seat.decider is None:
            return "–" if seat is None or not seat.is_at_device else seat.name_at_device
        return seat.decider.shown_name

    @admin.display(description=_("ending"))
    def ending(self, match: Match) -> str:
        """The reason why the match ended, in the words that players read."""
        of_game = dict(reasons(match.game)) if match.game in GAMES else {}
        return before_the_end(match, match.seats.all()) or str(of_game.get(match.reason, match.reason or "–"))

    def has_repair_permission(self, request: HttpRequest) -> bool:
        """Whether the moderator may repair matches: the permission to change them, which means nothing else here."""
        return request.user.has_perm("games.change_match")

    @admin.display(description=_("record, as spectators see it"))
    def record(self, match: Match) -> str:
        """The actions so far, with `?` for what is hidden."""
        try:
            return format_html("<pre>{}</pre>", record_text(match, Visitor(AnonymousUser())))
        except ValueError as trouble:
            return str(trouble)

    @admin.action(description=_("Rebuild the position from the log and resume the match"), permissions=["repair"])
    def rebuild(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Repair matches that were quarantined, and resume them."""
        rebuild = partial(repairs.match_rebuild, moderator=user_of(request))
        self._repair(request, queryset, _("was rebuilt from its log"), rebuild)

    @admin.action(description=_("Ask the computer player again"), permissions=["repair"])
    def ask(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Ask the computer players that matches are waiting for to think again."""
        self._repair(
            request, queryset, _("asked its computer player again"), lambda match: repairs.match_ask(match=match)
        )

    @admin.action(description=_("Put on hold: nobody can play, clocks stop"), permissions=["repair"])
    def quarantine(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Quarantine matches."""
        self._repair(
            request,
            queryset,
            _("was put on hold"),
            partial(
                repairs.match_quarantine_by_hand,
                trouble="put on hold by a moderator",
                moderator=user_of(request),
            ),
        )

    @admin.action(description=_("Call off a match on hold: it ends without a result"), permissions=["repair"])
    def call_off(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """End matches that were quarantined, without a result."""
        call_off = partial(repairs.match_call_off, moderator=user_of(request))
        self._repair(request, queryset, _("was called off"), call_off)

    def _repair(self, request: HttpRequest, queryset: QuerySet[Match], done: Any, repair: Callable[..., Match]) -> None:
        """Repair each match separately, report the result, and log what was done."""
        for match in queryset:
            try:
                repair(match=match)
            except Refused as refusal:
                self.message_user(request, f"{match}: {refusal}", messages.ERROR)
            else:
                self.log_change(request, match, str(done))
                self.message_user(request, f"{match} {done}.")


@admin.register(Analysis)
class AnalysisAdmin(OwnFilters, ReadOnly, admin.ModelAdmin):
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
class RatedMatchAdmin(OwnFilters, ReadOnly, NamedGame, admin.ModelAdmin):
    readonly_fields = ["named"]
    list_display = ["match", "named", "number", "season", "struck"]
    list_filter = [("game", GameFilter), "season", "struck"]
    search_fields = ["match__code"]
    ordering = ["game", "-number"]
    inlines = [RatingChangeInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedMatch]:
        hidden = [f"match__{column}" for column in HEAVY]
        return super().get_queryset(request).select_related("match").defer(*hidden)


class SeasonFilter(admin.AllValuesFieldListFilter):
    """The existing seasons; the empty one is labelled as all time."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield choice | {"display": choice["display"] or _("all time")}


@admin.register(Rating)
class RatingAdmin(OwnFilters, ReadOnly, NamedGame, admin.ModelAdmin):
    readonly_fields = ["named"]
    list_display = ["user", "named", "season", "seats", "shown", "games", "last_at"]
    list_filter = [("game", GameFilter), ("season", SeasonFilter), "seats"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    ordering = ["-last_at"]

    @admin.display(description=_("rating"))
    def shown(self, rating: Rating) -> str:
        """The rating as pages show it."""
        return f"{rating.skill.rating} ± {rating.skill.margin}"


@admin.register(RatingLedger)
class RatingLedgerAdmin(OwnFilters, ReadOnly, NamedGame, admin.ModelAdmin):
    readonly_fields = ["named"]
    list_display = ["named", "given", "applied"]


@admin.register(Silence)
class SilenceAdmin(OwnFilters, Findable, admin.ModelAdmin):
    """People who may not write in any chat. Silences are ended, not deleted, so that what was done stays on record."""

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
        """Whether the moderator may let people write again: the same permission as for silencing them."""
        return self.has_add_permission(request)

    def save_model(self, request: HttpRequest, obj: Silence, form: Any, change: bool) -> None:
        obj.made_by = user_of(request)
        super().save_model(request, obj, form, change)

    @admin.action(description=_("End: let the person write again"), permissions=["end"])
    def end(self, request: HttpRequest, queryset: QuerySet[Silence]) -> None:
        """End silences before their time is up; moderators cannot end their own, or those of their bots."""
        for silence in queryset.select_related("user"):
            try:
                check_not_own(user=silence.user, moderator=user_of(request))
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
                continue
            chat.silence_end(silence=silence)
            self.log_change(request, silence, gettext("was ended"))
            self.message_user(request, _("%(name)s can write again.") % {"name": silence.user.username})
