"""A place at a table."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

if TYPE_CHECKING:
    from accounts.models import User


class Seat(models.Model):
    """Seat `number` of a match, counted from 0 in turn order once the match has started.

    `user` sits here. When somebody leaves a running match, `stand_in`, a computer player, decides from then on.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    stand_in = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    orders = models.JSONField(default=dict, blank=True, help_text=_("Standing orders by name."))
    plan = models.JSONField(default=list, blank=True, help_text=_("Actions to play on the next turns, if legal then."))
    plan_dropped = models.CharField(
        max_length=80, blank=True, default="", help_text=_("The planned action that was not legal when its turn came.")
    )
    bank = models.DurationField(default=timedelta, help_text=_("The time left beyond that of each turn."))
    agrees = models.BooleanField(default=False, help_text=_("Would end the match here, if all would."))
    points = models.SmallIntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    ended_at = models.DateTimeField(
        null=True, help_text=_("Cache: when the match ended. The index of a player's finished matches needs it here.")
    )

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
    def decider(self) -> User | None:
        """Who decides for this seat now: the stand-in, else the user; None while the seat is free."""
        return self.stand_in or self.user
