"""A game played by the people and computer players at its seats."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.zones import zone_named
from games import catalogue
from games.paces import PACES

if TYPE_CHECKING:
    from games.models.seat import Seat

ARCHIVED = Q(status="finished", access="anybody")
"""Condition on the matches in the archive."""

GIVES_WAY = Q(pace__in=[pace.key for pace in PACES.values() if pace.is_slow]) | Q(exhibition=True)
"""Condition on slow matches and exhibitions: nobody sits there waiting, so their computer players decide last."""

ARCHIVE_INDEXES = {
    "match_archive": (),
    "match_archive_seats": ("seat_count",),
    "match_archive_game": ("game",),
    "match_archive_game_seats": ("game", "seat_count"),
    "match_archive_game_reason": ("game", "reason"),
    "match_archive_game_options": ("game", "options"),
}
"""The indexes of the archive: the columns that each filters by. All end with the time, so filtering by day needs no
index of its own.
"""

LONGEST_TROUBLE = 200
"""The longest text about what went wrong that a column holds; longer ones are cut."""

RESIGNED = "resigned"
"""Reason of a match that ended because someone left it."""

TIMED_OUT = "timeout"
"""Reason of a match that ended because someone's time ran out."""

AGREED = "agreed"
"""Reason of a match that ended without a result because everyone agreed to end it."""

CALLED_OFF = "called_off"
"""Reason of a match that a moderator ended without a result."""

ENDED = "ended"
"""Reason of an exhibition, or of a match on one device, that its host ended without a result."""


class Match(models.Model):
    """A table that waits for players, a running or finished game, or the study of a record that someone has opened.

    The deal and the log of actions are the truth. `state`, `ply` and `to_move` are a cache of them, written together
    with every log entry; a match can be rebuilt from the log alone.

    A study belongs to its `host`, has nobody at its seats, and counts nowhere. A fork plays on from another match: it
    has that one’s deal and first `inherited_plies` log entries, is played for pleasure and never rated.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        BROKEN = "broken", _("on hold")
        STUDY = "study", _("study of a record")

    class Access(models.TextChoices):
        ANYBODY = "anybody", _("Anyone")
        FRIENDS = "friends", _("My friends")
        LINK = "link", _("Only with my link")
        PASSWORD = "password", _("With a password")
        CLUB = "club", _("Members of the club")

    class Pace(models.TextChoices):
        """The keys of `games.paces.PACES`, which holds the time limits."""

        LIVE = "live", _("Live")
        DAY = "1d", _("1 day a turn")
        DAYS_2 = "2d", _("2 days a turn")
        DAYS_3 = "3d", _("3 days a turn")
        WEEK = "7d", _("7 days a turn")
        NONE = "none", _("No time limit")

    code = models.CharField(_("code"), max_length=12, unique=True)
    invite = models.CharField(max_length=24)
    """The secret part of the invitation link."""
    game = models.CharField(_("game"), max_length=20)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    options = models.CharField(_("variants"), max_length=80, blank=True, default="")
    """Those that differ from the printed game, as `games.engine.variants` writes them."""
    rules_version = models.CharField(_("version of the rules"), max_length=8)
    access = models.CharField(_("access"), max_length=8, choices=Access, default=Access.ANYBODY)
    pace = models.CharField(_("time limit"), max_length=4, choices=Pace, default=Pace.NONE)
    record_headers = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        editable=False,
    )
    """For a study: the names, date and so on from the headers of its record."""
    weekends_off = models.BooleanField(
        _("weekends off"), default=False, help_text=_("Clocks stop on Saturdays and Sundays.")
    )
    password = models.CharField(max_length=128, blank=True, default="")
    """Hashed; never shown."""
    host_starts = models.BooleanField(default=False)
    """Whether a full table waits for its host to start it."""
    seats_drawn = models.BooleanField(default=True)
    """Whether seats are drawn at random; otherwise only the start player is drawn."""
    lowest_rating = models.SmallIntegerField(null=True)
    """Players need at least this rating."""
    highest_rating = models.SmallIntegerField(null=True)
    """Players can have at most this rating."""
    least_reliability = models.PositiveSmallIntegerField(null=True)
    """Players must have finished at least this many of a hundred games."""
    rated = models.BooleanField(_("rated"), default=False, help_text=_("Counts for the players’ ratings."))
    exhibition = models.BooleanField(default=False)
    """Whether only computer players sit here, for the host to watch."""
    at_device = models.BooleanField(
        _("on one device"),
        default=False,
        db_default=False,
        help_text=_("The players share the host’s device and pass it around."),
    )
    hand_shown = models.PositiveSmallIntegerField(null=True, editable=False)
    """On one device: the seat whose player has lifted the curtain."""
    hand_key = models.CharField(
        max_length=32,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )
    """The secret of the browser in which the curtain is lifted; shown nowhere."""
    sealed_until = models.DateTimeField(
        null=True,
        editable=False,
    )
    """Until then only its players can see the match, and they see no more than while playing."""
    thoughts = models.PositiveIntegerField(
        null=True,
        editable=False,
    )
    """The fixed number of iterations per decision of its computer players, so they answer everyone alike; else None."""
    rematch_of = models.ForeignKey(
        "self",
        verbose_name=_("rematch of"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="rematches",
        db_index=False,
    )
    club = models.ForeignKey(
        "clubs.Club",
        null=True,
        on_delete=models.SET_NULL,
        related_name="matches",
        db_index=False,
    )
    """Only its members can join."""
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("table host"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_matches",
    )
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)

    deal = models.TextField(_("deal"), blank=True, default="")
    salt = models.CharField(_("salt"), max_length=64, blank=True, default="")
    commitment = models.CharField(
        _("seal of the deal"), max_length=64, blank=True, default="", help_text=_("SHA-256 of salt and deal.")
    )

    state = models.JSONField(_("position"), null=True, help_text=_("The position after the last entry of the log."))
    ply = models.PositiveIntegerField(_("log entries"), default=0)
    is_fork = models.BooleanField(default=False, db_column="plays_on")
    """Whether it uses another match’s deal and plays on from one of its steps."""
    inherited_plies = models.PositiveIntegerField(default=0, db_column="borrowed")
    """How many log entries were copied from the match it plays on from."""
    to_move = models.PositiveSmallIntegerField(
        _("seat to move"), null=True, help_text=_("Counted from 0."), db_column="awaited"
    )
    to_move_since = models.DateTimeField(null=True, db_column="awaited_since")
    """When it became this seat’s decision."""
    asked_at = models.DateTimeField(
        _("computer player asked"), null=True, help_text=_("When the computer player was last asked to move.")
    )

    deadline = models.DateTimeField(_("deadline"), null=True, help_text=_("When the seat to move runs out of time."))
    deadline_before = models.DateTimeField(null=True)
    """The deadline of the seat that decided before; it counts again after an undo."""
    claimable_by = models.PositiveSmallIntegerField(null=True, db_column="win_offer")
    """With two seats: the one that may take the win, as the other ran out of time."""
    trouble = models.CharField(
        _("trouble"), max_length=LONGEST_TROUBLE, blank=True, default="", help_text=_("Why the match is on hold.")
    )

    reason = models.CharField(_("ending"), max_length=20, blank=True, default="", help_text=_("How the game ended."))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True)
    changed_at = models.DateTimeField(_("last change"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    seats_read: list[Seat] | None = None
    """The seats, if they were read together with the match: see `games.selectors.access`."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["status", "access", "-created_at"], name="match_open_tables"),
            *(
                models.Index(fields=[*columns, "-finished_at", "-id"], condition=ARCHIVED, name=name)
                for name, columns in ARCHIVE_INDEXES.items()
            ),
            models.Index(fields=["asked_at"], condition=Q(status="running"), name="match_asked"),
            models.Index(
                fields=["host"], condition=Q(status="running", exhibition=True), name="match_running_exhibition"
            ),
            models.Index(
                fields=["host", "-finished_at", "-id"],
                condition=Q(status="finished", exhibition=True),
                name="match_watched",
            ),
            models.Index(fields=["host", "-changed_at"], condition=Q(at_device=True), name="match_at_device"),
            models.Index(fields=["created_at"], condition=Q(status="open"), name="match_waiting_since"),
            models.Index(
                fields=["club", "status", "-finished_at", "-id"],
                condition=Q(club__isnull=False),
                name="match_of_a_club",
            ),
            models.Index(fields=["sealed_until"], condition=Q(sealed_until__isnull=False), name="match_sealed"),
            models.Index(fields=["rematch_of"], condition=Q(rematch_of__isnull=False), name="match_rematch"),
            models.Index(
                fields=["status", "access", "-changed_at"], condition=Q(status="running"), name="match_being_played"
            ),
            models.Index(fields=["-finished_at", "-id"], condition=Q(status="finished"), name="match_ended"),
            models.Index(
                fields=["deadline"], condition=Q(status="running", deadline__isnull=False), name="match_deadline"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "running", "finished", "broken", "study"]), name="match_status_known"
            ),
            models.CheckConstraint(condition=Q(rated=False) | Q(is_fork=False), name="match_that_plays_on_is_unrated"),
            models.CheckConstraint(
                condition=Q(is_fork=True) | Q(inherited_plies=0), name="match_that_borrows_plays_on"
            ),
            models.CheckConstraint(condition=Q(rated=False) | Q(exhibition=False), name="match_exhibition_is_unrated"),
            models.CheckConstraint(
                condition=Q(sealed_until__isnull=True)
                | Q(access="link", rated=False, exhibition=False, at_device=False),
                name="match_sealed_is_unrated_and_in_no_list",
            ),
            models.CheckConstraint(
                condition=Q(at_device=False) | Q(rated=False, exhibition=False, pace="none", host_starts=False),
                name="match_at_device_is_unrated_and_unhurried",
            ),
            models.CheckConstraint(
                condition=Q(hand_shown__isnull=True, hand_key="")
                | Q(at_device=True, hand_shown__isnull=False) & ~Q(hand_key=""),
                name="match_hand_shown_at_a_device",
            ),
            models.CheckConstraint(
                condition=Q(pace__in=["live", "1d", "2d", "3d", "7d", "none"]), name="match_pace_known"
            ),
            models.CheckConstraint(
                condition=Q(deadline__isnull=True) | (Q(to_move__isnull=False) & ~Q(pace="none")),
                name="match_deadline_of_an_awaited_seat",
            ),
            models.CheckConstraint(
                condition=Q(access__in=["anybody", "friends", "link", "password", "club"]), name="match_access_known"
            ),
            models.CheckConstraint(
                condition=Q(access="password") & ~Q(password="") | ~Q(access="password") & Q(password=""),
                name="match_password_where_one_is_asked",
            ),
            models.CheckConstraint(
                condition=Q(lowest_rating__isnull=True)
                | Q(highest_rating__isnull=True)
                | Q(lowest_rating__lte=F("highest_rating")),
                name="match_rating_range_is_not_empty",
            ),
            models.CheckConstraint(
                condition=Q(least_reliability__isnull=True) | Q(least_reliability__gte=1, least_reliability__lte=100),
                name="match_reliability_is_a_share",
            ),
            models.CheckConstraint(condition=Q(seat_count__gte=2, seat_count__lte=5), name="match_two_to_five_seats"),
            models.CheckConstraint(
                condition=Q(status="open", deal="") | (~Q(status="open") & Q(state__isnull=False)),
                name="match_dealt_when_started",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished") | (Q(finished_at__isnull=False) & ~Q(reason="")),
                name="match_finished_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(status="running") | Q(to_move__isnull=True) | Q(status="broken"),
                name="match_awaits_only_while_running",
            ),
            models.CheckConstraint(
                condition=Q(to_move__isnull=True) | Q(to_move__lt=F("seat_count")), name="match_awaited_is_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{catalogue.name_or_key(self.game)} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: models.QuerySet[Match] | None = None,
    ) -> None:
        super().refresh_from_db(using, fields, from_queryset)
        if fields is None:
            self.seats_read = None

    @property
    def asks_rating(self) -> bool:
        """Whether only players within a rating range may join."""
        return self.lowest_rating is not None or self.highest_rating is not None

    @property
    def asks_membership(self) -> bool:
        """Whether the table is closed to guests."""
        return self.rated or self.asks_rating or self.least_reliability is not None or self.club_id is not None

    @property
    def waits_for_claim(self) -> bool:
        """Whether a stand-in waits, for a while, until the player of the other seat takes the win or plays on."""
        return (
            self.deadline is not None
            and self.claimable_by is not None
            and self.to_move not in (None, self.claimable_by)
        )

    @property
    def waits_for(self) -> int | None:
        """The seat whose player must act: the one that decides, or that can take the win."""
        return self.claimable_by if self.waits_for_claim else self.to_move

    def weekends_of(self, seat: Seat | None) -> tzinfo | None:
        """The time zone of a seat's weekends off; None if weekends count like other days."""
        if not self.weekends_off:
            return None
        return zone_named("" if seat is None else seat.weekend_zone)

    def counts_from(self, seat: Seat, moment: datetime) -> datetime:
        """When time starts to count for a seat: at `moment` or after its player’s vacation, which stops slow clocks."""
        away = seat.user.away_until if seat.user is not None and PACES[self.pace].is_slow else None
        return moment if away is None else max(moment, away)

    @property
    def may_be_repeated(self) -> bool:
        """Whether those who sat here can ask each other for a rematch. The match must be over, not sealed, and played
        from its beginning, neither by computer players alone nor on one device.
        """
        never = self.exhibition or self.at_device or self.inherited_plies or self.is_sealed
        return self.status == Match.Status.FINISHED and not never

    @property
    def is_sealed(self) -> bool:
        """Whether others play the same deal and must not learn anything about it from this match: see
        `access.unsealed`.
        """
        return self.sealed_until is not None and timezone.now() < self.sealed_until

    @property
    def has_hints(self) -> bool:
        """Whether the player who decides may ask for a hint."""
        return not (self.rated or self.is_sealed)

    @property
    def is_open_book(self) -> bool:
        """Whether nothing in it is hidden from anyone who may see it: it is over, or the study of a record."""
        return self.status in (Match.Status.FINISHED, Match.Status.STUDY) and not self.is_sealed

    @property
    def may_be_analysed(self) -> bool:
        """Whether it was played, is over, and open to those who may see it."""
        return self.status == Match.Status.FINISHED and self.is_open_book
