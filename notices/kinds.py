"""Kinds of notifications, their channels, and the defaults for people who have chosen nothing."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The subject of a notification. The labels name the rows of the settings page."""

    TURN = "turn", _("It’s my turn")
    QUESTION = "question", _("A question for me on another player’s turn")
    HALF = "half", _("Half my time is gone")
    LAST = "last", _("My time is running out")
    INVITATION = "invitation", _("Someone invites me to a table")
    CLOSED = "closed", _("A table I sit at is closed, or I am removed from it")
    FRIEND = "friend", _("Someone wants to be my friend")
    STARTED = "started", _("A game has started")
    FINISHED = "finished", _("A game is over")
    TAKEN_OVER = "taken_over", _("A computer player has taken over a seat")
    OFFER = "offer", _("Someone offers to end a game")
    VACATION = "vacation", _("Someone I play with is on vacation")
    CUP = "cup", _("A cup I play in starts, draws a round, or is over")
    LADDER = "ladder", _("I am challenged on a ladder, or my place changes")
    CLUB = "club", _("Someone invites me to a club, lets me in, or wants to join mine")
    CHALLENGE = "challenge", _("Someone has played a deal I sent")
    CAUTION = "caution", _("A moderator has written to me")
    QUARANTINED = "aside", _("A match is on hold, and I can fix it")
    TEST = "test", _("A test I asked for")


class Channel(models.TextChoices):
    """A channel that delivers notifications."""

    PAGES = "pages", _("On the site")
    PUSH = "push", _("Devices")
    MAIL = "mail", _("Email")
    WEBHOOK = "webhook", _("Webhook")


CALLS = frozenset({Kind.TURN, Kind.QUESTION})
"""Notifications that ask for a decision: only the latest one of a match is ever current."""

REMINDERS = frozenset({Kind.HALF, Kind.LAST})
"""Notifications that half, or most, of the time for a decision is over."""

AT_ONCE = frozenset({Kind.LAST, Kind.INVITATION, Kind.TEST})
"""Notifications that do not wait for the hourly email, since they would arrive too late."""

WAIT = {
    Channel.PAGES: timedelta(),
    Channel.PUSH: timedelta(seconds=20),
    Channel.WEBHOOK: timedelta(seconds=20),
    Channel.MAIL: timedelta(minutes=10),
}
"""How long each channel waits for a notification to be seen on an open page before it sends it."""

NO_WAIT = REMINDERS | {Kind.TEST}
"""Notifications that every channel sends as soon as they are due, whether or not the page has been seen."""

QUIET = frozenset(
    {
        (Kind.STARTED, Channel.MAIL),
        (Kind.CHALLENGE, Channel.MAIL),
        (Kind.VACATION, Channel.PUSH),
        (Kind.VACATION, Channel.WEBHOOK),
        (Kind.QUARANTINED, Channel.WEBHOOK),
    }
)
"""Kinds that are off by default for a channel. All others are on."""


def is_usual(kind: str, channel: str) -> bool:
    """Whether `channel` sends `kind` by default."""
    return (kind, channel) not in QUIET
