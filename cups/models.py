"""Cups: their entries, rounds, and pairings."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from games.models import Match


class Cup(models.Model):
    """Several rounds of tables with `size` seats each. Without a `game` each round has another one.

    With `computers`, computer players fill incomplete tables; otherwise the people left over have a bye. `round_days`
    is the time limit of a round, in days that count as for clocks; None if only the clocks of its matches end a round.
    A cup that `is_hidden` belongs to a club that was visible only to members at some time; it stays hidden, even when
    the club is gone.
    """

    class System(models.TextChoices):
        SWISS = "swiss"
        ROBIN = "robin"
        KNOCK_OUT = "knock"
        DUPLICATE = "dupli"

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"

    code = models.CharField(max_length=12, unique=True)
    name = models.CharField(max_length=60)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="cups")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="cups", db_index=False)
    """Only its members can enter."""
    is_hidden = models.BooleanField(default=False, db_default=False)
    system = models.CharField(max_length=5, choices=System)
    game = models.CharField(max_length=20, blank=True, default="")
    size = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=4, choices=Match.Pace)
    weekends_off = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    computers = models.BooleanField(default=False)
    wanted_rounds = models.PositiveSmallIntegerField(null=True)
    round_days = models.PositiveSmallIntegerField(null=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-opened_at", "-id"]
        indexes = [
            models.Index(fields=["status", "-opened_at"], name="cup_by_status"),
            models.Index(fields=["club", "-opened_at", "-id"], condition=Q(club__isnull=False), name="cup_of_a_club"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(system__in=["swiss", "robin", "knock", "dupli"]), name="cup_system_known"
            ),
            models.CheckConstraint(condition=Q(status__in=["open", "running", "over"]), name="cup_status_known"),
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=5), name="cup_two_to_five_seats"),
            models.CheckConstraint(
                condition=~Q(system__in=["knock", "dupli"]) | Q(computers=True), name="cup_knock_out_is_filled"
            ),
            models.CheckConstraint(condition=~Q(system="dupli") | Q(rated=False), name="cup_duplicate_is_unrated"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("cup", args=[self.code])

    @property
    def is_duplicate(self) -> bool:
        """Whether all tables of a round play one deal."""
        return self.system == Cup.System.DUPLICATE


class Entry(models.Model):
    """Someone who takes part in a cup, `number` from 1. `lot` orders people with equal points, and is the seed.

    `place` is written when the cup is over; people who left before it began have none. People `removed` by the host
    cannot come back.
    """

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="cup_entries")
    lot = models.PositiveIntegerField()
    entered_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True)
    removed = models.BooleanField(default=False, db_default=False)
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["cup", "number"]
        constraints = [
            models.UniqueConstraint(fields=["cup", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["cup", "user"], name="entry_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.cup_id} {self.number}"


class Round(models.Model):
    """Round `number` of a cup, from 0. It is over when each of its pairings has a result.

    In duplicate all its tables play its `deal`, sealed until the round is over.
    """

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=20)
    deal = models.TextField(blank=True, default="", db_default="")
    paired_at = models.DateTimeField(default=timezone.now)
    last_moment = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["cup", "number"]
        constraints = [models.UniqueConstraint(fields=["cup", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"{self.cup_id} round {self.number}"


class Pairing(models.Model):
    """A table of a round: `players` are entry numbers in seat order, 0 for a computer player.

    Its match starts after the round is paired, in a separate transaction. `ranks` are the result, seat by seat; in
    duplicate so are `leads` (`cups.pairing.duplicate`). A bye has one player, a result from the start, and no match.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    players = models.JSONField()
    ranks = models.JSONField(null=True)
    leads = models.JSONField(null=True)
    match = models.OneToOneField(Match, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="pairing_once")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.players}"
