"""Puzzles, answers, ratings of solvers, and the progress of searches."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.models import Match
from games.skill import Skill


class Puzzle(models.Model):
    """A decision of `seat` after the `plies` of a deal.

    It comes from a finished `match`, or from a game that computer players have played for this purpose. With an `owner`
    it is a mistake of theirs, shown to nobody else.

    `left` has pairs of an action and the thousandths of a win that it leaves to the seat: for the few best ones, the
    best first. `line` is a possible continuation that starts with the best one. `mu` and `sigma` rate its difficulty
    (`games.skill`).
    """

    key = models.CharField(max_length=64, unique=True)
    """The key that identifies it (`puzzles.services.shelving.key_of`)."""
    game = models.CharField(max_length=20)
    rules_version = models.CharField(max_length=8)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict, blank=True)
    deal = models.TextField()
    plies = models.JSONField()
    """Pairs of a seat and an action."""
    seat = models.PositiveSmallIntegerField()
    left = models.JSONField()
    line = models.JSONField(default=list, blank=True)
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="puzzles")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="mistakes", blank=True
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    answered = models.PositiveIntegerField(default=0)
    """How many people have answered it."""
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seat__lt=models.F("seat_count")), name="puzzle_seat_is_a_seat")
        ]
        indexes = [
            models.Index(fields=["mu"], condition=Q(owner=None), name="puzzle_by_rating"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.pk])

    @property
    def best(self) -> str:
        """The answer."""
        return str(self.left[0][0])

    @property
    def skill(self) -> Skill:
        """The difficulty."""
        return Skill(self.mu, self.sigma)


class Solver(models.Model):
    """Someone's skill at solving puzzles, after this many `answers` that count."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solver")
    mu = models.FloatField(default=Skill().mu)
    sigma = models.FloatField(default=Skill().sigma)
    answers = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id} {self.skill.rating}"

    @property
    def skill(self) -> Skill:
        """The current estimate of the skill."""
        return Skill(self.mu, self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether that estimate is uncertain."""
        return self.skill.is_provisional(self.answers)


class Answer(models.Model):
    """Someone's one try at a puzzle; `of_the_day`: it was one of their five that day."""

    class Result(models.TextChoices):
        SOLVED = "solved", "Solved"
        NEARLY = "nearly", "Nearly"
        MISSED = "missed", "Not solved"

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_answers")
    action = models.CharField(max_length=80)
    result = models.CharField(max_length=6, choices=Result)
    day = models.DateField()
    of_the_day = models.BooleanField(default=False)
    rating_before = models.SmallIntegerField(null=True)
    """None if the answer is not rated."""
    rating_after = models.SmallIntegerField(null=True)
    answered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["answered_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["puzzle", "user"], name="answer_once"),
            models.CheckConstraint(condition=Q(result__in=["solved", "nearly", "missed"]), name="answer_result_known"),
        ]
        indexes = [models.Index(fields=["user", "day"], name="answer_by_day")]

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.user_id} {self.result}"


class Five(models.Model):
    """The puzzles that someone was given on one UTC day, as primary keys; written with their first answer that day."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_days")
    day = models.DateField()
    puzzles = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "day"], name="five_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}"


class Search(models.Model):
    """How far a finished match was searched for puzzles: all decisions before step `upto`."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="puzzle_search")
    upto = models.PositiveIntegerField(default=0)
    found = models.PositiveSmallIntegerField(default=0)
    worked_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "searches"

    def __str__(self) -> str:
        return f"{self.match_id} up to {self.upto}"


class Collected(models.Model):
    """Marks an analysed match whose mistakes have been made into puzzles."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="mistakes_collected")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "collected"

    def __str__(self) -> str:
        return str(self.match_id)
