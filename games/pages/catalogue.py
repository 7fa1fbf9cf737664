"""How the pages speak of each game: name, inventor, a sentence. Its rules and numbers are the engine's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES


@dataclass(frozen=True, slots=True)
class Leaflet:
    """What stands on the plate of a game, and how its variants are called: each with the words of its values."""

    name: str | Promise
    by: str
    publisher: str
    year: int
    minutes: int
    pitch: str | Promise
    options: Mapping[str, tuple[str | Promise, dict[str, str | Promise]]] = field(default_factory=dict)


LEAFLETS = MappingProxyType(
    {
        "rapa_nui": Leaflet(
            name=_("Rapa Nui"),
            by="Klaus-Jürgen Wrede",
            publisher="Kosmos",
            year=2011,
            minutes=45,
            pitch=_("The card your draw uncovers scores for everybody. Raise moai, settle what offerings are worth."),
        ),
        "machu_picchu": Leaflet(
            name=_("Machu Picchu 1999"),
            by="Günter Burkhardt",
            publisher="Piatnik",
            year=1999,
            minutes=30,
            pitch=_(
                "Four cards, four stairs: each steers a priest. Lead your two to the sun, and keep them off the wall."
            ),
        ),
        "maya": Leaflet(
            name=_("Maya"),
            by="Andrea Mainini, Alberto Branciari",
            publisher="Sirius",
            year=2012,
            minutes=30,
            pitch=_(
                "Swap the tops of neighbouring pyramids. What is joined stays joined; a whole tower earns a priest."
            ),
            options={
                "setup": (
                    _("The towers"),
                    {"random": _("drawn by lot"), "build": _("built together, piece by piece")},
                )
            },
        ),
        "princes": Leaflet(
            name=_("The Princes of Machu Picchu"),
            by="Mac Gerdts",
            publisher="PD-Verlag",
            year=2008,
            minutes=90,
            pitch=_("Where your prince goes, Incas of all players work. Save the city, or win with its gold."),
            options={
                "start": (
                    _("Start"),
                    {
                        "printed": _("as printed: first Incas anywhere"),
                        "beginner": _("for beginners: all start apart, two days shorter"),
                    },
                )
            },
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of the house: its key, its leaflet, and with how many seats it can be played."""

    key: str
    leaflet: Leaflet
    seats: tuple[int, ...]


def entries() -> list[Entry]:
    """The games that can be played here, in the order of the registry."""
    return [entry(key) for key in GAMES]


def entry(key: str) -> Entry:
    """One game of the house. KeyError for a game there is not."""
    return Entry(key, LEAFLETS[key], GAMES[key].SEATS)


def name(key: str) -> str:
    """The name of a game. KeyError for a game there is not."""
    return str(LEAFLETS[key].name)
