"""The text on this game's plate, and the names of its variants."""

from common.sentences import gettext_lazy as _
from games.catalogue import Leaflet

LEAFLET = Leaflet(
    name=_("The Princes of Machu Picchu"),
    by="Mac Gerdts",
    publisher="PD-Verlag",
    year=2008,
    minutes=90,
    pitch=_("Wherever your prince goes, every player’s Incas get to work. Save the city, or win with its gold."),
    goal=_(
        "Score the most with your sacrifice cards: each counts two kinds of your Incas and priests. If "
        "the Spaniards come, gold multiplies your points."
    ),
    options={
        "start": (
            _("Start"),
            {
                "printed": _("as printed: first Incas anywhere"),
                "beginner": _("for beginners: everyone starts apart, two days shorter"),
            },
        )
    },
)
