"""A place at a table."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from games.models.match import Match

if TYPE_CHECKING:
    from accounts.models import User


class Seat(models.Model):
    """Seat `number` of a match, counted from 0 in turn order once the match has started.

    `user` sits here; on one device it is someone known only as `name_at_device`, until they claim the seat when the
    match is over. When someone leaves a running match, `stand_in`, a computer player, decides from then on.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), null=True, on_delete=models.PROTECT, related_name="seats"
    )
    name_at_device = models.CharField(max_length=LONGEST, blank=True, default="", db_default="")
    """On one device: the name of the person who plays here."""
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("replaced by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    orders = models.JSONField(default=dict, blank=True)
    """Standing orders by name."""
    plan = models.JSONField(default=list, blank=True)
    """Actions to play on the next turn, as far as they are legal then."""
    plan_dropped = models.CharField(max_length=80, blank=True, default="")
    """The planned action that was not legal when its turn came."""
    bank = models.DurationField(
        _("time bank"), default=timedelta, help_text=_("Time left on top of the time for each turn.")
    )
    weekend_zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
    )
    """The time zone of weekends off: the player’s when the match started. Empty: UTC."""
    agrees = models.BooleanField(default=False)
    """Wants to end the match here, if everyone does."""
    points = models.SmallIntegerField(_("points"), null=True)
    rank = models.PositiveSmallIntegerField(_("place"), null=True)
    ended_at = models.DateTimeField(null=True)
    """Cache: when the match ended. The index of a player’s finished matches needs it here."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once_per_match"),
            models.CheckConstraint(condition=Q(number__lte=4), name="seat_number_at_most_4"),
            models.CheckConstraint(condition=Q(rank__isnull=True) | Q(rank__gte=1), name="seat_rank_from_1"),
        ]
        indexes = [
            models.Index(fields=["user", "match"], name="seat_of_user"),
            models.Index(
                fields=["user", "-ended_at", "-match"],
                condition=Q(ended_at__isnull=False),
                name="seat_archive",
            ),
            models.Index(fields=["user"], condition=Q(ended_at__isnull=True), name="seat_not_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.number}"

    @property
    def is_at_device(self) -> bool:
        """Whether someone plays here at the device of the match's host."""
        return self.name_at_device != "" and self.user_id is None

    @property
    def name_unclaimed(self) -> str:
        """The name of the person who plays here at the host's device; "" if an account says who it is."""
        return self.name_at_device if self.user_id is None else ""

    @property
    def decider(self) -> User | None:
        """Who decides for this seat now: the stand-in, otherwise the user; None while the seat is free."""
        return self.user if self.stand_in_id is None else self.stand_in
