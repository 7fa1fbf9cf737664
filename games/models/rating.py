"""Ratings: the matches that count, in order, the changes by each of them, and everyone's current rating.

Match, Seat and RatedMatch are the truth. RatingChange and Rating are calculated from them, and `manage.py
ratings_rebuild` recalculates them.
"""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import catalogue
from games.models.match import Match
from games.skill import Skill

ALL_TIME = ""
"""The season of ratings over all time."""

ALL_SEATS = 0
"""The seat count of ratings over all seat counts."""

PROVISIONAL_STEP = 10_000.0
"""More than any `mu`: how far below everyone else provisional ratings are sorted."""


def season_of(moment: datetime) -> str:
    """The season of a moment, a quarter of a year in UTC: 2026-4."""
    return f"{moment.year}-{(moment.month + 2) // 3}"


class RatingLedger(models.Model):
    """How many matches of a game count for ratings, and up to which number they have been rated.

    Numbering or rating a match requires a lock on the row of its game. So matches are numbered in the order in which
    their ends are committed, without gaps that fill up later, and rated one after the other.
    """

    game = models.CharField(_("game"), max_length=20, primary_key=True)
    given = models.PositiveIntegerField(_("matches that count"), default=0)
    applied = models.PositiveIntegerField(_("rated so far"), default=0)

    class Meta:
        verbose_name = _("rating ledger")
        verbose_name_plural = _("rating ledgers")
        constraints = [
            models.CheckConstraint(condition=Q(applied__lte=F("given")), name="ledger_applies_what_was_given")
        ]

    def __str__(self) -> str:
        return f"{catalogue.name_or_key(self.game)} {self.applied}/{self.given}"


class RatedMatch(models.Model):
    """A finished match that counts, number `number` of its game.

    `struck`: it could not be rated and is left out; the site's log says why.
    """

    match = models.OneToOneField(Match, verbose_name=_("match"), on_delete=models.CASCADE, related_name="rated_match")
    game = models.CharField(_("game"), max_length=20)
    number = models.PositiveIntegerField(_("number"))
    season = models.CharField(_("season"), max_length=6)
    struck = models.BooleanField(
        _("left out"), default=False, help_text=_("It could not be rated; the site’s log says why.")
    )

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="rated_match_number_once_per_game"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rated_match_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{catalogue.name_or_key(self.game)} {self.number}"


class RatingChange(models.Model):
    """The effect of a match on the all-time rating of a seat's user; `game` and `number` are those of the match."""

    rated_match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.PROTECT, related_name="rating_changes"
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    game = models.CharField(max_length=20)
    number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField(_("place"), help_text=_("How many did better, plus 1."))
    mu_before = models.FloatField(_("μ before"))
    sigma_before = models.FloatField(_("σ before"))
    mu_after = models.FloatField(_("μ after"))
    sigma_after = models.FloatField(_("σ after"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["game", "number", "seat"]
        constraints = [models.UniqueConstraint(fields=["rated_match", "seat"], name="rating_change_once_per_seat")]
        indexes = [models.Index(fields=["user", "game", "-number"], name="rating_curve")]

    def __str__(self) -> str:
        return f"{catalogue.name_or_key(self.game)} {self.number}:{self.seat}"

    @property
    def rating(self) -> int:
        """The rating shown after the match."""
        return Skill(self.mu_after, self.sigma_after).rating

    @property
    def points(self) -> int:
        """The change of the shown rating."""
        return self.rating - Skill(self.mu_before, self.sigma_before).rating


class Rating(models.Model):
    """A user's rating in one pool of matches: a game, over all time or one season, with all or one seat count."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="ratings"
    )
    game = models.CharField(_("game"), max_length=20)
    season = models.CharField(_("season"), max_length=6, blank=True, default=ALL_TIME)
    seats = models.PositiveSmallIntegerField(_("seats"), default=ALL_SEATS)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(_("games"), default=0)
    firsts = models.PositiveIntegerField(default=0)
    seconds = models.PositiveIntegerField(default=0)
    thirds = models.PositiveIntegerField(default=0)
    standing = models.FloatField(
        _("sort order"), help_text=_("The leaderboards sort by this: μ, with provisional ratings far below all others.")
    )
    last_at = models.DateTimeField(_("last game"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "season", "seats"], name="one_rating_per_pool"),
            models.CheckConstraint(
                condition=Q(games__gte=F("firsts") + F("seconds") + F("thirds")), name="rating_places_are_of_games"
            ),
        ]
        indexes = [models.Index(fields=["game", "season", "seats", "-standing", "id"], name="leaderboard")]

    def __str__(self) -> str:
        return f"{self.user_id} {catalogue.name_or_key(self.game)} {self.skill.rating}"

    @property
    def skill(self) -> Skill:
        """The estimate of the user's strength."""
        return Skill(self.mu, self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to give the user a place on the leaderboards."""
        return self.skill.is_provisional(self.games)

    @property
    def later(self) -> int:
        """How many games ended in fourth or fifth place."""
        return self.games - self.firsts - self.seconds - self.thirds
