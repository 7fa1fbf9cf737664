"""The reasons why a service refuses a request: every text is written for the person who asked."""

from django.utils.translation import gettext_lazy as _

from common.refusals import Refused


class StalePly(Refused):
    """The page that sent the action shows an older position than the current one."""

    message = _(
        "The game has moved on since you loaded this page, so your choice was not played. This is the position now."
    )


class NotRunning(Refused):
    """The match has not begun, is over, or was quarantined."""

    message = _("This game isn’t running, so nothing can be played.")


class NotYourSeat(Refused):
    """This user does not decide for this seat."""

    message = _("You can’t play for this seat.")


class NotYourTurn(Refused):
    """Another seat decides now."""

    message = _("It’s not your turn. Your choice wasn’t played.")


class AlreadyPlayedHere(Refused):
    """Someone has already played this deal in the same browser."""

    message = _("This deal has already been played in this browser, and everyone has only one try.")


class PlanHasChanged(Refused):
    """The page shows another plan than the current one."""

    message = _("Your plan has changed since you loaded this page, so nothing was added to it. This is your plan now.")


class NothingToUndo(Refused):
    """Since the player's last action, someone has seen something new or made a decision."""

    message = _(
        "There is nothing to undo: since your last choice, someone has learned something new or made a decision."
    )


class TooLateToUndo(Refused):
    """The time has run out for the turn to which the undo would return."""

    message = _("You can’t undo that turn: its time is over.")


class NoStandIn(Refused):
    """The computer players have not been created yet."""

    message = _("No computer player is available to take over. Try again in a moment.")


class GuestsUnrated(Refused):
    """A guest wants what is for members: a rated game, a table that asks for rating or record, a cup, or a ladder."""

    message = _("For members only: guests have no rating and no record. Sign up first; you keep all your games.")


class NoLimitAmongStrangers(Refused):
    """Anyone may join, and nobody would have a time limit."""

    message = _(
        "Games without a time limit are only for friends, people with your link, or the computer. Choose another pace."
    )


class StillWatching(Refused):
    """Someone wants to watch another exhibition while their own is still running."""

    message = _("Your last exhibition is still running. Watch it to the end, or end it.")


class TableClosed(Refused):
    """The table no longer waits for players, or has no free seat."""

    message = _("This table is no longer taking players.")


class NoSeatLeft(TableClosed):
    """Someone wants to join, but all seats are taken."""

    message = _("This table is no longer taking players. Choose another one, or open your own.")
