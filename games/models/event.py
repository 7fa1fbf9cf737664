"""Numbered events about a person's matches, for programs, which can ask for everything after a given number."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.chat import Message
from notices.models import Notice


class Listener(models.Model):
    """The state of numbering for `user`, whose programs listen: the last number given, and the time up to which events
    without a number have been looked for.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="listener")
    number = models.PositiveBigIntegerField(default=0)
    looked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("listener")
        verbose_name_plural = _("listeners")

    def __str__(self) -> str:
        return f"{self.user_id}#{self.number}"


class Event(models.Model):
    """A notification or a chat message as event number `number` for `user`.

    Rows get their keys before they are committed, so a higher key may be visible before a lower one. These numbers are
    given afterwards, one listener at a time: a program that has seen a number has been sent everything before it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveBigIntegerField()
    notice = models.ForeignKey(Notice, null=True, on_delete=models.CASCADE, related_name="events")
    message = models.ForeignKey(Message, null=True, on_delete=models.CASCADE, related_name="events")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["user", "number"]
        indexes = [models.Index(fields=["made_at"], name="event_age")]
        constraints = [
            models.UniqueConstraint(fields=["user", "number"], name="event_number_once"),
            models.UniqueConstraint(fields=["user", "notice"], name="event_once_per_notice"),
            models.UniqueConstraint(fields=["user", "message"], name="event_once_per_message"),
            models.CheckConstraint(
                condition=models.Q(notice__isnull=True) ^ models.Q(message__isnull=True), name="event_of_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}#{self.number}"
