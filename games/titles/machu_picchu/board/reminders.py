"""The rules of Machu Picchu (1999) in short."""

from common.sentences import gettext_lazy as _
from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "lay stair hand",
        _("A card moves a priest away from its stair. The highest number moves priest 4, the lowest priest 1."),
        "MAC-6.2",
    ),
    Reminder(
        "priest", _("The four priests move one after the other. A priest cannot step onto another priest."), "MAC-6.5"
    ),
    Reminder("field", _("Sun fields win sun stones in sun rounds only; the centre wins in every round."), "MAC-4"),
    Reminder(
        "stones",
        _("Priests take the next stone in the row: sun stones count for their owners, fire stones against them."),
        "MAC-5.1",
    ),
    Reminder("depot", _("A full depot ends the game. Each player scores two priests; which two is secret."), "MAC-7"),
)
