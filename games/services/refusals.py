"""Why a service did not do what was asked: every text is for the person who asked."""

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """The request is understood and refused; `message` says why and what is allowed, and nothing was changed."""

    message = _("This is not possible here.")

    def __init__(self, message: str | None = None) -> None:
        super().__init__(str(message or self.message))


class StalePly(Refused):
    """The page that sent the action shows an older position than the table has now."""

    message = _(
        "The table has moved on since your page was shown, so your choice was not played. This is how it stands now."
    )


class NotRunning(Refused):
    """The match has not begun, is over, or was set aside."""

    message = _("This game is not running, so nothing can be played in it.")


class NotYourSeat(Refused):
    """Whoever asks does not decide for this seat."""

    message = _("You do not decide for this seat.")


class NotYourTurn(Refused):
    """Another seat decides now."""

    message = _("It is not your decision now. Your choice was not played.")


class PlanHasChanged(Refused):
    """The page shows another plan than there is now."""

    message = _("Your plan has changed since your page was shown, so nothing was added to it. This is how it is now.")


class NothingToUndo(Refused):
    """Somebody has seen something new or decided since the last own action."""

    message = _(
        "There is nothing you can take back: since your last choice somebody has seen something new or has decided."
    )


class TooLateToUndo(Refused):
    """The time of the turn that would begin again has run out."""

    message = _("The time of that turn is over, so it cannot be taken back.")


class NoStandIn(Refused):
    """The computer players have not been made yet."""

    message = _("No computer player is there to take over. Try again in a moment.")


class GuestsUnrated(Refused):
    """A guest would sit at a table that asks for what guests do not have."""

    message = _("For members only: guests have no rating and no record. Sign up first: all your games stay yours.")


class NoLimitAmongStrangers(Refused):
    """Anybody may join, and nobody's time would run."""

    message = _("Without a time limit you play with friends, by link, or against the computer. Choose another pace.")


class StillWatching(Refused):
    """Whoever would watch another exhibition has one that goes on."""

    message = _("Your last exhibition still goes on. Watch it to its end, or end it.")


class TableClosed(Refused):
    """The table no longer waits for players, or has no free seat."""

    message = _("This table does not take players any more.")
