"""What people are told, by which ways, and what is chosen for those who have not chosen themselves."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a notice is about. The labels name the rows of the settings page."""

    TURN = "turn", _("It is my turn")
    QUESTION = "question", _("I am asked something out of turn")
    HALF = "half", _("Half of my time is used up")
    LAST = "last", _("Little of my time is left")
    INVITATION = "invitation", _("Somebody invites me to a table")
    CLOSED = "closed", _("A table at which I sit is closed, or I am sent away")
    FRIEND = "friend", _("Somebody wants to be my friend")
    STARTED = "started", _("A game has begun")
    FINISHED = "finished", _("A game is over")
    TAKEN_OVER = "taken_over", _("A computer player has taken a seat over")
    OFFER = "offer", _("Somebody offers to end a game")
    VACATION = "vacation", _("Somebody I play with is on vacation")
    CAUTION = "caution", _("A moderator writes to me")
    ASIDE = "aside", _("A match is set aside, and I may mend it")
    TEST = "test", _("A test that I have asked for")


class Channel(models.TextChoices):
    """By which way a notice goes."""

    PAGES = "pages", _("Open pages")
    PUSH = "push", _("Devices")
    MAIL = "mail", _("Mail")
    WEBHOOK = "webhook", _("Discord or Slack")


CALLS = frozenset({Kind.TURN, Kind.QUESTION})
"""What says that somebody is to decide: of these only the latest of a match is ever true."""

REMINDERS = frozenset({Kind.HALF, Kind.LAST})

AT_ONCE = frozenset({Kind.LAST, Kind.INVITATION, Kind.TEST})
"""What does not wait for the hourly mail, since it would come too late."""

WAIT = {
    Channel.PAGES: timedelta(),
    Channel.PUSH: timedelta(seconds=20),
    Channel.WEBHOOK: timedelta(seconds=20),
    Channel.MAIL: timedelta(minutes=10),
}
"""How long a notice may remain unseen on an open page before it goes another way."""

NO_WAIT = REMINDERS | {Kind.TEST}
"""What goes every way as soon as it is due: looking at the page does not settle it."""

QUIET = frozenset(
    {
        (Kind.STARTED, Channel.MAIL),
        (Kind.VACATION, Channel.PUSH),
        (Kind.VACATION, Channel.WEBHOOK),
        (Kind.ASIDE, Channel.WEBHOOK),
    }
)
"""What is not sent to somebody who has not asked for it. Everything else is."""


def is_usual(kind: str, channel: str) -> bool:
    """Whether somebody who has chosen nothing is told of `kind` by `channel`."""
    return (kind, channel) not in QUIET
