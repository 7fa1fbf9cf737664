"""The rules of Maya in short."""

from django.utils.translation import gettext_lazy as _

from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "cut pair",
        _("Neighbours swap all from a cut up: none by the monolith, through joined pieces, or in a duel at the raven."),
        "MAY-3",
    ),
    Reminder("ladder", _("In a duel a new connection brings a ladder, as long as the tower has a place."), "MAY-4.3"),
    Reminder(
        "level", _("Two pieces of one colour that touch are joined for good. Five make the tower whole."), "MAY-3"
    ),
    Reminder("place", _("The towers are built together, one level after the other."), "MAY-2"),
)
