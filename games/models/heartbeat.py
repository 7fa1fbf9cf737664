"""When the site was last alive."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Probe(models.Model):
    """The single row that `/health/` rewrites, to check that the database stores anything."""

    ONLY = 1

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("probe")
        verbose_name_plural = _("probes")
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="probe_is_one_row")]

    def __str__(self) -> str:
        return self.at.isoformat()


class Heartbeat(models.Model):
    """The single row that the task `games.clocks` updates every few seconds; players get the time of a long silence
    back.

    `last_beat_at` is when it last ran, `last_page_served_at` when it last found that pages were served as well.
    """

    ONLY = 1

    last_beat_at = models.DateTimeField(db_column="at")
    last_page_served_at = models.DateTimeField(null=True, db_column="served_at")

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="heartbeat_is_one_row")]

    def __str__(self) -> str:
        return self.last_beat_at.isoformat()
