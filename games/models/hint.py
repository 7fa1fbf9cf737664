"""Advice that a player has requested during a match."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Hint(models.Model):
    """The advice to `user` at log position `ply`; `own` is empty until a computer player has thought about it.

    `own` is for the user alone: it is based on what their seat knows. What everyone may read of it is in the log.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hints")
    ply = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hints")
    own = models.CharField(max_length=80, blank=True, default="")
    """The action in notation."""
    best = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
    )
    """The best actions in notation, each with the chance of winning that it leaves the user, in thousandths."""
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="hint_once_per_ply")]
        indexes = [models.Index(fields=["asked_at"], condition=Q(own=""), name="hint_awaited")]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.ply}"  # the advice is for one person only
