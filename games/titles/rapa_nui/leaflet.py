"""The text on this game's plate, and the names of its variants."""

from common.sentences import gettext_lazy as _
from games.catalogue import Leaflet

LEAFLET = Leaflet(
    name=_("Rapa Nui"),
    by="Klaus-Jürgen Wrede",
    publisher="Kosmos",
    year=2011,
    minutes=45,
    pitch=_("The card your draw uncovers scores for everyone. Build Moai, and decide what sacrifice cards are worth."),
    goal=_(
        "Score the most with glory, Moai, and the sacrifice cards you keep: what everyone sacrifices "
        "most is worth most."
    ),
)
