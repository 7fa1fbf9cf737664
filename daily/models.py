"""The deals of each day, and everyone's tries."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Match


class Deal(models.Model):
    """The deal of one game on one UTC day: written when the first person plays it.

    The person has seat number `seat` of `seat_count`; computer players of `level`, searching `thoughts` times, have the
    others.
    """

    day = models.DateField()
    game = models.CharField(max_length=20)
    seat_count = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=16)
    thoughts = models.PositiveIntegerField()
    text = models.TextField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["-day", "game"]
        constraints = [
            models.UniqueConstraint(fields=["game", "day"], name="deal_once"),
            models.CheckConstraint(condition=models.Q(seat__lt=models.F("seat_count")), name="deal_seat_is_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.day}"

    @property
    def is_over(self) -> bool:
        """Whether the day, and with it the seal, is over."""
        return timezone.now() >= self.ends_at


class Try(models.Model):
    """Someone's one game with a deal; its result is stored at the seat."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="tries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tries")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="daily_try")
    begun_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "tries"
        ordering = ["deal", "begun_at"]
        constraints = [models.UniqueConstraint(fields=["deal", "user"], name="try_once")]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.user_id}"
