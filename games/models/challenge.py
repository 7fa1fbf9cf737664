"""Deals of finished matches that were sent to others, and the attempts at them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Challenge(models.Model):
    """The deal of a finished `match` of `sender`, who sat there at `seat` against computer players. Until it is closed,
    anyone with the `token` may play it once, at the same seat against the same opponents.

    Computer players have this number of `thoughts` in all its attempts.
    """

    token = models.CharField(max_length=24, unique=True)
    """The secret part of its link."""
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="challenge")
    seat = models.PositiveSmallIntegerField()
    thoughts = models.PositiveIntegerField()
    sent_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("sent deal")
        verbose_name_plural = _("sent deals")
        constraints = [models.CheckConstraint(condition=Q(seat__lte=4), name="challenge_seat_at_most_4")]

    def __str__(self) -> str:
        return f"{self.match_id} of {self.sender_id}"

    def get_absolute_url(self) -> str:
        return reverse("challenge", args=[self.token])


class Attempt(models.Model):
    """The one game that someone plays with a sent deal; its result is stored with the seat."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="attempts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="attempts")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="attempt")
    begun_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        constraints = [models.UniqueConstraint(fields=["challenge", "user"], name="attempt_once")]

    def __str__(self) -> str:
        return f"{self.challenge_id} by {self.user_id}"
