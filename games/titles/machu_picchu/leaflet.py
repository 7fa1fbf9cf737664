"""The text on this game's plate, and the names of its variants."""

from common.sentences import gettext_lazy as _
from games.catalogue import Leaflet

LEAFLET = Leaflet(
    name=_("Machu Picchu 1999"),
    by="Günter Burkhardt",
    publisher="Piatnik",
    year=1999,
    minutes=30,
    pitch=_("Four cards on four stairs steer four priests. Lead your two to the sun, and keep them off the wall."),
    goal=_(
        "Two of the four priests are secretly yours: win suns with them, and keep them off the wall, "
        "where fires count against you."
    ),
)
