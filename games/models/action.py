"""The log of a match, which is append-only."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

BY_MODERATORS = ["aside", "mended", "stopped"]
"""The kinds of entries for what moderators do with a match."""

OF_NO_SEAT = [*BY_MODERATORS, "ended"]
"""The kinds of entries that belong to no seat."""


class Action(models.Model):
    """One log entry: what a seat did, in notation.

    Entries are only ever added. An undo is an entry too: it marks the entries it takes back with `undone`, so the log
    stays complete and `ply` never goes back (a stale page is always recognised by its ply). The text of a hint is what
    everyone may read of it; empty if that would reveal something hidden. What moderators do with a match is an
    entry without a seat, so that everyone there can read it; so is the end of an exhibition, or of a match at one
    device, by its host.
    """

    class Kind(models.TextChoices):
        PLAY = "play", _("played")
        UNDO = "undo", _("undid")
        RESIGN = "resign", _("resigned")
        TIMEOUT = "timeout", _("ran out of time")
        CLAIM = "claim", _("took the win")
        AGREE = "agree", _("offered to end the game")
        DECLINE = "decline", _("wanted to keep playing")
        HINT = "hint", _("asked for a hint")
        QUARANTINED = "aside", _("put on hold by a moderator")
        MENDED = "mended", _("resumed by a moderator")
        STOPPED = "stopped", _("called off by a moderator")
        ENDED = "ended", _("ended by its host")

    class Source(models.TextChoices):
        PERSON = "person", _("by hand")
        COMPUTER = "computer", _("by a computer player")
        FORCED = "forced", _("the only choice")
        ORDER = "order", _("by standing order")
        PLAN = "plan", _("as planned ahead")
        RECORD = "record", _("copied from a record")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="actions")
    ply = models.PositiveIntegerField(_("entry"), help_text=_("Place in the log, counted from 0."))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, help_text=_("Empty if it was no player’s action."))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.PLAY)
    source = models.CharField(_("how"), max_length=8, choices=Source, default=Source.PERSON)
    text = models.CharField(
        _("action"), max_length=80, blank=True, default="", help_text=_("In the notation of the records.")
    )
    undone = models.BooleanField(_("undone"), default=False)
    made_at = models.DateTimeField(_("when"))
    thought_ms = models.PositiveIntegerField(_("milliseconds of thinking"), null=True)

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ["match", "ply"]
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="action_ply_once_per_match"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["play", "undo", "resign", "timeout", "claim", "agree", "decline", "hint", *OF_NO_SEAT]
                ),
                name="action_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(seat__isnull=True, kind__in=OF_NO_SEAT) | Q(seat__isnull=False) & ~Q(kind__in=OF_NO_SEAT),
                name="action_of_a_seat_or_of_none",
            ),
            models.CheckConstraint(
                condition=Q(kind="play") & ~Q(text="") | Q(kind="hint") | ~Q(kind="play") & Q(text=""),
                name="action_text_when_played",
            ),
            models.CheckConstraint(
                condition=Q(source__in=["person", "computer", "forced", "order", "plan", "record"]),
                name="action_source_known",
            ),
            models.CheckConstraint(condition=Q(undone=False) | Q(kind="play"), name="action_only_plays_are_undone"),
            models.CheckConstraint(condition=Q(seat__lte=4), name="action_seat_at_most_4"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.ply} {self.seat} {self.kind}"  # the reader may not be allowed to see the text

    @property
    def played_by(self) -> int:
        """The seat that played an action of the game."""
        assert self.seat is not None, "only seats play"
        return self.seat
