"""The rules of Rapa Nui in short."""

from django.utils.translation import gettext_lazy as _

from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "supply",
        _("Once a turn you may buy a sacrifice card; each hunter of its type on your table makes it cheaper."),
        "RAP-3.1",
    ),
    Reminder(
        "hand",
        _("Play one card, or up to three hunters of one type. A Moai costs wood and calls everybody to sacrifice."),
        "RAP-3.2",
    ),
    Reminder(
        "column",
        _("After your last draw the card that now lies in front of that column scores for everybody."),
        "RAP-3.3",
    ),
    Reminder(
        "stone own",
        _("The more cards of a type lie on the stone, the more each card of that type is worth at the end."),
        "RAP-6.2",
    ),
    Reminder(
        "table",
        _("A card brings something when its kind scores; whoever alone has the most, two or more, gets 1 more."),
        "RAP-5",
    ),
)
