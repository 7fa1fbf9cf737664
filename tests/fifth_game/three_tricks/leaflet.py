"""The facts on the plate of this game, and the names of its variants."""

from games.catalogue import Leaflet

LEAFLET = Leaflet(
    name="Three Tricks",
    by="Nobody",
    publisher="tests",
    year=2026,
    minutes=2,
    pitch="The highest card takes the trick.",
    goal="Take the most tricks.",
)
