"""Clubs, and who belongs to them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.selectors.lobby.clubs import INSIDE as INSIDE

LISTED = Q(is_public=True, closed_at__isnull=True)
"""The clubs that everyone may know of."""


class Club(models.Model):
    """People who play together. `entry` says who can join; the link with `invite` needs no approval.

    A club that is not public is visible only to members, invited people and holders of its link, and can be joined
    only by its link or an invitation by name. A club that moderators have closed is visible to nobody.
    """

    class Entry(models.TextChoices):
        OPEN = "open", _("Anyone")
        ASKING = "asking", _("Anyone I let in")
        LINK = "link", _("Only people with the invitation link")

    code = models.CharField(_("code"), max_length=12, unique=True)
    name = models.CharField(_("name"), max_length=40)
    name_skeleton = models.CharField(max_length=80, unique=True, db_column="name_look")
    """`clubs.names.skeleton` of the name: unique, so that no two names look alike."""
    description = models.CharField(_("description"), max_length=500, blank=True, default="")
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("founder"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="clubs_founded",
    )
    entry = models.CharField(_("access"), max_length=6, choices=Entry, default=Entry.OPEN)
    is_public = models.BooleanField(_("public"), default=True)
    invite = models.CharField(max_length=24)
    """The secret part of the invitation link."""
    founded_at = models.DateTimeField(_("founded"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["-founded_at", "-id"]
        indexes = [models.Index(fields=["-founded_at", "-id"], condition=LISTED, name="club_listed")]
        constraints = [
            models.CheckConstraint(condition=Q(entry__in=["open", "asking", "link"]), name="club_entry_known"),
            models.CheckConstraint(condition=Q(is_public=True) | Q(entry="link"), name="club_hidden_is_by_link"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.code])


class Member(models.Model):
    """Someone's standing in a club, held since `since`: its one host, a member, or outside.

    People who were `removed` stay out until invited again; people who have left have no row.
    """

    class Standing(models.TextChoices):
        HOST = "host", _("host")
        MEMBER = "member", _("member")
        ASKS = "asks", _("asks to join")
        INVITED = "invited", _("invited")
        REMOVED = "removed", _("removed")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    standing = models.CharField(max_length=7, choices=Standing)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("club member")
        verbose_name_plural = _("club members")
        ordering = ["since", "id"]
        indexes = [
            models.Index(fields=["club", "standing", "-since", "-id"], name="member_of_club"),
            models.Index(fields=["user", "standing"], name="member_user"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(standing="host"), name="member_host_once"),
            models.CheckConstraint(
                condition=Q(standing__in=["host", "member", "asks", "invited", "removed"]), name="member_standing_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.user_id} {self.standing}"

    @property
    def is_inside(self) -> bool:
        """Whether this person belongs to the club."""
        return self.standing in INSIDE
