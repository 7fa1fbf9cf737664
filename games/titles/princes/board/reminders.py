"""The rules of the Princes in short."""

from common.sentences import gettext_lazy as _
from games.pages.boards.reminders import Reminder

REMINDERS = (
    Reminder(
        "district-CT district-LP district-CO district-PQ district-WQ",
        _("Arrive to take the bonus. Then every player’s Incas may produce here."),
        "PRI-5.1",
    ),
    Reminder(
        "district-TC district-TP district-TS",
        _("The stones here move your scout. Then every player’s priests of this temple may sacrifice llamas."),
        "PRI-5.2",
    ),
    Reminder("district-MT", _("The stones move your scout. Then every player may offer goods for steps."), "PRI-5.3"),
    Reminder(
        "district-WH district-RP",
        _("Pay goods to set up Incas: at most one of each profession offered here."),
        "PRI-5.4",
    ),
    Reminder(
        "district-HP district-HV",
        _("Pay goods to take a priest, who may sacrifice a llama whenever the temple’s stones are taken."),
        "PRI-5.5",
    ),
    Reminder(
        "district-CP ware sell buy more less leave",
        _("Shift one column if you like, then buy and sell for corn."),
        "PRI-7.3",
    ),
    Reminder(
        "district-SD",
        _("Send an Inca here: at night it brings goods and steps, then returns to your supply."),
        "PRI-5.7",
    ),
    Reminder(
        "moon",
        _("Stay put and take a tile; you get what it shows at night. The third one ends the day."),
        "PRI-9.2",
    ),
    Reminder(
        "trail scout",
        _("Passing the granary or the stable brings a gift; the summit brings a card."),
        "PRI-9.1",
    ),
    Reminder(
        "row", _("Each tile taken uncovers a lower number: the steps a llama earns with these priests."), "PRI-6.2"
    ),
    Reminder(
        "hand",
        _("A card scores for your Incas or priests of its two kinds; its gold only if the Spaniards come."),
        "PRI-8",
    ),
)
