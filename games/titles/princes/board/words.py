"""The words and pictures of the districts, goods, people, moon tiles and sacrifice cards."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from common.sentences import gettext_lazy as _
from games.titles.princes.rules import districts
from games.titles.princes.rules.cards import CARDS, GOLD, ICON_WORDS, PRIESTS
from games.titles.princes.rules.data import LONG_WALK, MOON_CORN, SHORT_WALK
from games.titles.princes.rules.goods import CLOTH, COCA, CORN, GOODS, LLAMA, POTTERY


@dataclass(frozen=True, slots=True)
class Good:
    """One of the five goods; `icon` is in the site's sprite."""

    word: str
    name: str | Promise
    icon: str


@dataclass(frozen=True, slots=True)
class District:
    """One of the fifteen districts: `kind` sets the colour of its rim, `code` is its letters in the notation."""

    code: str
    name: str | Promise
    kind: str
    icon: str


@dataclass(frozen=True, slots=True)
class People:
    """A kind of Inca, by the good they bring: singular and plural."""

    one: str | Promise
    many: str | Promise


@dataclass(frozen=True, slots=True)
class Priest:
    """A kind of priest, Virgins of the Sun included: singular and plural, and both for narrow places."""

    word: str
    name: str | Promise
    many: str | Promise
    short: str | Promise
    short_many: str | Promise
    icon: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A moon tile: its gain in words, the number written on it ("" for one good), and its picture."""

    word: str
    name: str | Promise
    number: str
    icon: str


@dataclass(frozen=True, slots=True)
class Card:
    """A sacrifice card: its letters, its two icons with their words, and its gold."""

    letters: str
    name: str
    icons: tuple[tuple[str, str | Promise], ...]
    gold: int


_GOOD_NAMES: dict[str, str | Promise] = {
    CORN: _("corn"),
    LLAMA: _("llama"),
    COCA: _("coca"),
    POTTERY: _("pottery"),
    CLOTH: _("cloth"),
}
_DISTRICTS: dict[str, tuple[str | Promise, str, str]] = {
    districts.CORN_TERRACES: (_("Corn Terraces"), "prod", "g-corn"),
    districts.LLAMA_PASTURE: (_("Llama Pasture"), "prod", "g-llama"),
    districts.COCA_PLANTATION: (_("Coca Plantation"), "prod", "g-coca"),
    districts.POTTERS_QUARTER: (_("Potters’ Quarter"), "prod", "g-pottery"),
    districts.WEAVERS_QUARTER: (_("Weavers’ Quarter"), "prod", "g-cloth"),
    districts.CONDOR_TEMPLE: (_("Temple of the Condor"), "temple", "gi-vulture"),
    districts.PUMA_TEMPLE: (_("Temple of the Puma"), "temple", "gi-lynx-head"),
    districts.SUN_TEMPLE: (_("Temple of the Sun"), "temple", "gi-sun"),
    districts.MAIN_TEMPLE: (_("Main Temple"), "temple", "gi-fire"),
    districts.WATCHMANS_HUT: (_("Watchman’s Hut"), "hire", "gi-meeple"),
    districts.ROYAL_PALACE: (_("Royal Palace"), "hire", "gi-meeple"),
    districts.HOUSE_OF_PRIESTS: (_("House of Priests"), "house", "gi-prayer"),
    districts.HOUSE_OF_VIRGINS: (_("House of Virgins"), "house", "gi-sun-priest"),
    districts.CENTRAL_PLAZA: (_("Central Plaza"), "market", "gi-trade"),
    districts.SUNDIAL: (_("Sundial"), "sundial", "gi-sundial"),
}
_PRIESTS: dict[str, tuple[str | Promise, str | Promise, str | Promise, str | Promise, str]] = {
    "virgin": (_("Virgin of the Sun"), _("Virgins of the Sun"), _("Virgin"), _("Virgins"), "gi-sun-priest"),
    "puma": (_("Puma priest"), _("Puma priests"), _("Puma"), _("Pumas"), "gi-lynx-head"),
    "condor": (_("Condor priest"), _("Condor priests"), _("Condor"), _("Condors"), "gi-vulture"),
}

GOOD = {word: Good(word, _GOOD_NAMES[word], f"g-{word}") for word in GOODS}
"""The five goods by word."""
DISTRICT = {code: District(code, *_DISTRICTS[code]) for code in districts.DISTRICTS}
"""The fifteen districts by code."""
PEOPLE = (
    People(_("farmer"), _("farmers")),
    People(_("shepherd"), _("shepherds")),
    People(_("planter"), _("planters")),
    People(_("potter"), _("potters")),
    People(_("weaver"), _("weavers")),
)
"""The Incas of the five production districts, in the order of their goods."""
PRIEST = {word: Priest(word, *_PRIESTS[word]) for word in PRIESTS}
"""The three kinds of priests by word."""
TILE = {
    str(SHORT_WALK): Tile(str(SHORT_WALK), _("2 steps"), str(SHORT_WALK), "lu-footprints"),
    str(LONG_WALK): Tile(str(LONG_WALK), _("3 steps"), str(LONG_WALK), "lu-footprints"),
    CORN: Tile(CORN, _("3 corn"), str(MOON_CORN), "g-corn"),
    LLAMA: Tile(LLAMA, _("1 llama"), "", "g-llama"),
    COCA: Tile(COCA, _("1 coca"), "", "g-coca"),
    POTTERY: Tile(POTTERY, _("1 pottery"), "", "g-pottery"),
    CLOTH: Tile(CLOTH, _("1 cloth"), "", "g-cloth"),
}
"""The seven moon tiles by word."""


def _icon(letter: str) -> tuple[str, str | Promise]:
    """The picture and the word of one icon of a sacrifice card."""
    word = ICON_WORDS[letter]
    if word in PRIEST:
        return PRIEST[word].icon, PRIEST[word].short_many
    return GOOD[word].icon, PEOPLE[GOODS.index(word)].many


def card(letters: str) -> Card:
    """The sacrifice card with these two letters."""
    icons = tuple(_icon(letter) for letter in letters)
    return Card(letters, " + ".join(str(name) for _icon_name, name in icons), icons, GOLD[letters])


def is_card(name: str) -> bool:
    """Whether a part of the points is a sacrifice card."""
    return name in CARDS
