"""Someone's usual answers to out-of-turn questions, in every match of a game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class UsualOrders(models.Model):
    """The standing orders with which matches of `game` start for `user`. Each match may have others."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="usual_orders")
    game = models.CharField(max_length=20)
    orders = models.JSONField(default=dict)
    """Standing orders by name."""

    class Meta:
        verbose_name = _("default standing orders")
        verbose_name_plural = _("default standing orders")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="usual_orders_once_per_game")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.game}"
