"""Friendships and blocks between users."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """Two people who have been friends since `since`; before that, a request from `asker` to `asked`."""

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships")
    asked_at = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        ordering = ["-asked_at", "-id"]
        constraints = [
            # One row for a pair, whichever asked: two who ask each other at the same moment become friends once, not
            # twice.
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_per_pair"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friendship_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {self.asked_id}"


class Block(models.Model):
    """`user` wants nothing to do with `blocked` or, if it `only_mutes`, just not to read them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    only_mutes = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="one_block_per_pair"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="block_of_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.blocked_id}"
