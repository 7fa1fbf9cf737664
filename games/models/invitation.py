"""Invitations to tables by name, and removals from tables."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Invitation(models.Model):
    """The host's latest decision on one person (invited or removed), and that person's answer to an invitation."""

    class State(models.TextChoices):
        WAITING = "waiting", _("unanswered")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        REMOVED = "sent_away", _("removed")
        """Stored under its first name."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_invitation_per_person_and_table"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "accepted", "declined", "sent_away"]), name="invitation_state_known"
            ),
        ]
        indexes = [models.Index(fields=["user", "-id"], condition=Q(state="waiting"), name="invitation_waiting")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id} {self.state}"
