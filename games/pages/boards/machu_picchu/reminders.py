"""The rules of Machu Picchu (1999) in short."""

from django.utils.translation import gettext_lazy as _

from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "lay stair hand",
        _("A card moves a priest away from its stair: the highest number priest 4, the lowest priest 1."),
        "MAC-6.2",
    ),
    Reminder(
        "priest", _("The four priests move one after the other; a step onto another priest is not made."), "MAC-6.5"
    ),
    Reminder("field", _("Sun fields win sun stones in sun rounds; the centre wins in every round."), "MAC-4"),
    Reminder(
        "stones", _("The next stone in the row is taken; suns count for, fires against the priest's owners."), "MAC-5.1"
    ),
    Reminder(
        "depot", _("A full depot ends the game. Each seat scores two priests; whose they are is secret."), "MAC-7"
    ),
)
