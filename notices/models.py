"""The outbox: notifications, their deliveries by channel, and the channels that people want."""

from __future__ import annotations

import base64

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from notices.kinds import Channel, Kind

LONGEST_TROUBLE = 200
"""The longest text about what went wrong that a column holds; longer ones are cut."""


class Notice(models.Model):
    """A notification to one user, stored in the transaction that makes it true.

    `match`, `seat` and `ply` say where it is true: a call to decide holds while that seat still decides. Once it is
    `due`, a worker creates a `Delivery` for every wanted channel.
    """

    # No index of its own: that of the history starts with this column.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        on_delete=models.CASCADE,
        related_name="notices",
        db_index=False,
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    match = models.ForeignKey(
        "games.Match", verbose_name=_("match"), null=True, on_delete=models.CASCADE, related_name="notices"
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    ply = models.PositiveIntegerField(
        _("log entries"), default=0, help_text=_("How many entries the match’s log had then.")
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("caused by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    facts = models.JSONField(_("details"), default=dict, help_text=_("What else its text needs; never a name."))
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    due = models.DateTimeField(_("not before"), default=timezone.now)
    planned = models.BooleanField(_("passed on"), default=False, help_text=_("Its deliveries have been created."))
    seen_at = models.DateTimeField(_("seen"), null=True, help_text=_("When the person first saw what it is about."))

    question_waits: bool
    """Whether the question that it asks is still open, if read by `deliveries.selectors.relevance`."""
    is_reachable: bool = True
    """Whether its reader may see what it is about; False only if `deliveries.selectors.reach` has found so."""

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ["-made_at", "-id"]
        indexes = [
            models.Index(fields=["due"], condition=Q(planned=False), name="notice_unplanned"),
            models.Index(fields=["user", "-made_at", "-id"], name="notice_history"),
            models.Index(fields=["user", "match"], condition=Q(seen_at=None), name="notice_unseen"),
            models.Index(fields=["match", "-ply"], condition=Q(kind__in=["turn", "question"]), name="notice_calls"),
            models.Index(fields=["made_at"], name="notice_age"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "match", "ply", "kind"], name="notice_once"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="notice_kind_known"),
            models.CheckConstraint(
                condition=~Q(kind__in=["turn", "question", "half", "last"])
                | (Q(match__isnull=False) & Q(seat__isnull=False)),
                name="notice_of_a_decision_names_match_and_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}#{self.ply} to {self.user_id}"


class Browser(models.Model):
    """A browser that allows Web Push: the address to send to (`endpoint`), and the keys to encrypt for it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="browsers")
    endpoint = models.URLField(max_length=600, unique=True)
    key = models.CharField(max_length=120)
    """The browser’s public key, base64url."""
    auth = models.CharField(max_length=40)
    """The secret shared with the browser, base64url."""
    label = models.CharField(max_length=80, blank=True, default="")
    known_as = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    """Its name in the sessions of its user (`accounts.known`), without which it gets nothing. "" for a browser from
    before there were such names: it gets nothing once no login is left that is as old as it is.
    """
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("browser")
        verbose_name_plural = _("browsers")
        ordering = ["made_at"]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.label}"


class Webhook(models.Model):
    """A URL to which a user's notifications are posted: a chat channel, an ntfy topic, or a program. Keep it secret.

    Messages to programs are signed with `key`, which is derived from the URL and not stored.
    """

    class Style(models.TextChoices):
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack, Mattermost, Zulip")
        NTFY = "ntfy", _("ntfy")
        JSON = "json", _("JSON for a program")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook")
    url = models.URLField(max_length=500)
    style = models.CharField(max_length=8, choices=Style)
    trouble = models.CharField(max_length=LONGEST_TROUBLE, blank=True, default="")
    """The reason why sending has stopped, in English: pages translate it. Empty while it works."""

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        constraints = [
            models.CheckConstraint(
                condition=Q(style__in=["discord", "slack", "ntfy", "json"]), name="webhook_style_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.style}"

    @property
    def key(self) -> bytes:
        """The key that signs the messages for a program. A new URL has a new key."""
        return salted_hmac("notices.webhook", f"{self.user_id} {self.url}", algorithm="sha256").digest()

    @property
    def secret(self) -> str:
        """The key in the format of https://www.standardwebhooks.com, for its owner to copy."""
        return f"whsec_{base64.b64encode(self.key).decode()}"


class Preference(models.Model):
    """A user's choice to get, or not to get, one kind of notification by one channel. Without it, the default holds."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    kind = models.CharField(max_length=12, choices=Kind)
    channel = models.CharField(max_length=8, choices=Channel)
    wanted = models.BooleanField()

    class Meta:
        db_table = "notices_wish"
        verbose_name = _("preference")
        verbose_name_plural = _("preferences")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="wish_once"),
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="wish_channel_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} by {self.channel}: {self.wanted}"


class Delivery(models.Model):
    """The delivery of a notification by one channel: at most one for each (notice, channel, browser).

    While it waits, `due` is when a worker may claim it next. Claiming moves `due` ahead by a lease: no other worker
    claims it meanwhile, but one does if this worker dies. Several notifications can share one email: all of them point
    to one delivery, the `head`, which also points to itself.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("to be sent")
        SENT = "sent", _("sent")
        SEEN = "seen", _("you had already seen it")
        PAST = "past", _("no longer relevant")
        UNWANTED = "unwanted", _("turned off before it was sent")
        FAILED = "failed", _("could not be sent")
        UNSURE = "unsure", _("may have been sent")

    notice = models.ForeignKey(
        Notice, verbose_name=_("notification"), on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="+"
    )
    channel = models.CharField(_("channel"), max_length=8, choices=Channel)
    browser = models.ForeignKey(Browser, null=True, on_delete=models.SET_NULL, related_name="deliveries")
    target = models.PositiveBigIntegerField(default=0)
    """The primary key of the browser, which may be deleted by now; 0 for other channels."""
    head = models.ForeignKey(
        "self", verbose_name=_("sent together with"), null=True, on_delete=models.SET_NULL, related_name="members"
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    due = models.DateTimeField(_("next attempt"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    begun_at = models.DateTimeField(
        _("sending started"),
        null=True,
        help_text=_("Set when sending starts. If no answer comes, it is not sent again: it might arrive twice."),
    )
    written_at = models.DateTimeField(_("email written"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    trouble = models.CharField(_("trouble"), max_length=LONGEST_TROUBLE, blank=True, default="")

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["channel", "due"], condition=Q(state="waiting"), name="delivery_due"),
            models.Index(fields=["user", "-written_at"], condition=Q(head=F("id")), name="delivery_letters"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel", "target"], name="delivery_once"),
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="delivery_channel_known"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent", "seen", "past", "unwanted", "failed", "unsure"]),
                name="delivery_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", ended_at__isnull=True) | (~Q(state="waiting") & Q(ended_at__isnull=False)),
                name="delivery_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.channel}: {self.state}"

    @property
    def code(self) -> str:
        """An id by which a receiver recognizes a delivery that arrives more than once."""
        return f"notice-{self.pk}"
