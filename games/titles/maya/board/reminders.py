"""The rules of Maya in short."""

from common.sentences import gettext_lazy as _
from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "cut pair",
        _(
            "Swap everything above a cut with a neighbouring tower. Towers beside the monolith are blocked. "
            "Never cut through joined pieces or, in a duel, at the raven’s level."
        ),
        "MAY-3",
    ),
    Reminder("ladder", _("In a duel, a new connection earns a ladder if the tower has room for it."), "MAY-4.3"),
    Reminder("level", _("Touching pieces of one colour are joined for good. Five finish the tower."), "MAY-3"),
    Reminder("place", _("Everyone builds the towers together, one level at a time."), "MAY-2"),
)
