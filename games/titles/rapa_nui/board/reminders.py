"""The rules of Rapa Nui in short."""

from common.sentences import gettext_lazy as _
from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "supply",
        _("Once per turn you may buy a sacrifice card. Each food card of its type on your table makes it cheaper."),
        "RAP-3.1",
    ),
    Reminder(
        "hand",
        _("Play one card, or up to three food cards of one type. A Moai costs wood and makes everyone sacrifice."),
        "RAP-3.2",
    ),
    Reminder(
        "column",
        _("After your last draw, the card now at the front of that column scores for everyone."),
        "RAP-3.3",
    ),
    Reminder(
        "stone own",
        _("The more cards of a type on the stone, the more each card of that type is worth at the end."),
        "RAP-6.2",
    ),
    Reminder(
        "table",
        _("Your cards pay when their kind scores; a sole majority of at least two gets 1 more."),
        "RAP-5",
    ),
)
