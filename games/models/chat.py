"""Chat messages, how far each user has read, reports, and silences."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

LONGEST_MESSAGE = 500
"""The maximum length of a message or a report, in characters."""


class Message(models.Model):
    """A message written at a table. If a moderator has `removed` it, it keeps its place but is shown to nobody."""

    class Channel(models.TextChoices):
        PLAYERS = "players", _("players")
        WATCHERS = "watchers", _("spectators")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    channel = models.CharField(max_length=8, choices=Channel)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    written_at = models.DateTimeField(auto_now_add=True)
    removed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["match", "id"]
        indexes = [models.Index(fields=["match", "-id"], name="message_of_match")]
        constraints = [
            models.CheckConstraint(condition=Q(channel__in=["players", "watchers"]), name="message_channel_known"),
            models.CheckConstraint(condition=~Q(text=""), name="message_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.user_id} {self.pk}"


class ReadMark(models.Model):
    """The last message in the chat of a match that `user` has read."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="read_marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="read_marks")
    message = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("read marker")
        verbose_name_plural = _("read markers")
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_read_mark_per_reader")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.user_id} {self.message}"


class Report(models.Model):
    """A request to the moderators to look at one of a person's messages or, without one, at everything they do; or at a
    club, which the person hosts. `club_name` is its name at that time, kept after the club is gone.

    A reporter can report the same thing only once until `settled_at`, the moment at which moderators settled it.
    """

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        ADVICE = "advice", _("Secret help in a game")
        STALLING = "stalling", _("Leaving games or stalling on purpose")
        NAME = "name", _("Offensive name")
        SPAM = "spam", _("Advertising or spam")
        OTHER = "other", _("Something else")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="reports_about"
    )
    message = models.ForeignKey(Message, null=True, on_delete=models.CASCADE, related_name="reports")
    club = models.ForeignKey("clubs.Club", null=True, on_delete=models.SET_NULL, related_name="reports")
    club_name = models.CharField(max_length=40, blank=True, default="", db_default="")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("reported by"), on_delete=models.CASCADE, related_name="reports"
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE, blank=True, default="")
    made_at = models.DateTimeField(_("reported"), auto_now_add=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["made_at"]
        indexes = [
            models.Index(fields=["made_at"], condition=Q(settled_at=None), name="report_open"),
            models.Index(fields=["person", "-made_at"], name="reports_about_person"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["message", "reporter"], name="one_report_per_message_and_person"),
            models.CheckConstraint(
                condition=Q(reason__in=["insult", "advice", "stalling", "name", "spam", "other"]),
                name="report_reason_known",
            ),
            models.UniqueConstraint(
                fields=["person", "reporter"],
                condition=Q(message=None, club_name="", settled_at=None),
                name="one_open_report_per_person_and_reporter",
            ),
            models.UniqueConstraint(
                fields=["club", "reporter"], condition=Q(settled_at=None), name="one_open_report_per_club_and_reporter"
            ),
            models.CheckConstraint(
                condition=Q(message=None) | Q(club=None, club_name=""), name="report_of_a_message_or_a_club"
            ),
            models.CheckConstraint(condition=~Q(person=models.F("reporter")), name="report_of_somebody_else"),
        ]

    def __str__(self) -> str:
        return gettext("%(person)s: %(reason)s") % {
            "person": self.club_name or self.person.shown_name,
            "reason": self.get_reason_display(),
        }


class Silence(models.Model):
    """`user` may not write in any chat until `until`, None for good, for the reason `why`; it settled `report`."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="silences"
    )
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Leave this empty to silence them for good.")
    )
    why = models.CharField(_("why"), max_length=200, help_text=_("Shown to the person."))
    made_at = models.DateTimeField(_("issued"), auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("issued by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )

    report = models.ForeignKey(Report, null=True, on_delete=models.SET_NULL, related_name="+", editable=False)

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")
        ordering = ["-until"]
        indexes = [models.Index(fields=["user", "-until"], name="silence_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} until {self.until or 'the end'}"
