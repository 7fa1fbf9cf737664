"""The text on this game's plate, and the names of its variants."""

from common.sentences import gettext_lazy as _
from games.catalogue import Leaflet

LEAFLET = Leaflet(
    name=_("Maya"),
    by="Andrea Mainini, Alberto Branciari",
    publisher="Sirius",
    year=2012,
    minutes=30,
    pitch=_("Swap the tops of neighbouring pyramids. What joins stays joined, and a finished tower earns a priest."),
    goal=_(
        "With two players, lead at most towers and finish towers; with three or four, join the colours "
        "of your secret tasks."
    ),
    options={
        "setup": (
            _("The towers"),
            {"random": _("random"), "build": _("built together, piece by piece")},
        )
    },
)
