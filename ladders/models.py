"""Ladders: rungs, challenges, and final places of seasons."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.models import Match


class Ladder(models.Model):
    """The ladder of a two-player game. All changes to a ladder are made under the lock on this row.

    `season` is the current one, in the format of `games.models.rating.season_of`.
    """

    game = models.CharField(max_length=20, unique=True)
    season = models.CharField(max_length=6)

    class Meta:
        ordering = ["game"]

    def __str__(self) -> str:
        return self.game

    def get_absolute_url(self) -> str:
        return reverse("ladder", args=[self.game])


class Rung(models.Model):
    """A person's or computer player's rung: the smaller `position`, the higher. Positions may have gaps; places do not.

    A computer player holds each house rung, and one may hold several. `silences` counts unanswered challenges in a row;
    `active_at` is when the person last did something on this ladder.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rungs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rungs")
    position = models.IntegerField()  # below 0 only while an order is being written
    is_house = models.BooleanField(default=False)
    silences = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField(default=timezone.now)
    active_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["ladder", "position"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "position"], name="rung_position_once"),
            models.UniqueConstraint(fields=["ladder", "user"], condition=Q(is_house=False), name="rung_of_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.position}: {self.user_id}"


class Bout(models.Model):
    """A challenge from the rung `below` to the rung `above`, and its outcome.

    `outcome` is empty until it is over. The match starts when the challenge is accepted. A rung that is gone is None,
    and then nobody moves. If the challenge has moved people, `challenger_place` is the challenger's place afterwards.
    """

    class Outcome(models.TextChoices):
        WON = "won"
        LOST = "lost"
        DRAWN = "drawn"
        DECLINED = "declined"
        SILENT = "silent"
        WITHDRAWN = "withdrawn"
        VOID = "void"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="bouts", db_index=False)
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bouts_made")
    challenged = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bouts_got")
    below = models.ForeignKey(Rung, null=True, on_delete=models.SET_NULL, related_name="bouts_up")
    above = models.ForeignKey(Rung, null=True, on_delete=models.SET_NULL, related_name="bouts_down")
    made_at = models.DateTimeField(default=timezone.now)
    answer_by = models.DateTimeField()  # without vacations, which extend it
    answered_at = models.DateTimeField(null=True)
    match = models.OneToOneField(Match, null=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True, default="")
    ended_at = models.DateTimeField(null=True)
    challenger_place = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [
            models.Index(fields=["ladder", "-ended_at", "-id"], name="bout_results"),
            models.Index(fields=["ladder"], condition=Q(outcome=""), name="bout_open"),
            models.Index(fields=["answer_by"], condition=Q(outcome="", answered_at=None), name="bout_unanswered"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "challenger", "challenged"], condition=Q(outcome=""), name="bout_open_once"
            ),
            models.CheckConstraint(condition=~Q(challenger=F("challenged")), name="bout_of_two"),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at=None) | (~Q(outcome="") & Q(ended_at__isnull=False)),
                name="bout_ends_with_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "won", "lost", "drawn", "declined", "silent", "withdrawn", "void"]),
                name="bout_outcome_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.challenger_id} challenges {self.challenged_id} {self.outcome}"

    @property
    def is_open(self) -> bool:
        """Whether the challenge is not over."""
        return not self.outcome

    @property
    def is_asked(self) -> bool:
        """Whether the challenge waits for an answer."""
        return not self.outcome and self.answered_at is None


class Final(models.Model):
    """Someone's place at the end of a season."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="finals", db_index=False)
    season = models.CharField(max_length=6)
    place = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="finals")

    class Meta:
        ordering = ["ladder", "season", "place"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "season", "place"], name="final_place_once"),
            models.UniqueConstraint(fields=["ladder", "season", "user"], name="final_of_user_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.season} {self.place}: {self.user_id}"
