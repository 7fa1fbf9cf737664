"""The presentation of each game: name, inventor, pitch. Rules and numbers come from the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

from django.http import Http404
from django.utils.functional import Promise

from games.engine import GAMES
from games.engine.contract import AnyGame, Options
from games.titles import OfEachGame
from games.titles.manifest import Title


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The texts on a game's plate, its goal in words for newcomers, and the names of its variants, each with the names
    of its values.
    """

    name: str | Promise
    by: str
    publisher: str
    year: int
    minutes: int
    pitch: str | Promise
    goal: str | Promise
    options: Mapping[str, tuple[str | Promise, dict[str, str | Promise]]] = field(default_factory=dict)


def leaflet_of(title: Title) -> Leaflet:
    """The leaflet of one game: `LEAFLET` in the `leaflet.py` of its folder."""
    leaflet: Leaflet = import_module(f"{title.package}.leaflet").LEAFLET
    return leaflet


LEAFLETS: Mapping[str, Leaflet] = OfEachGame(leaflet_of)
"""The leaflet of each game by its key."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the site's games: its key, its leaflet, and the possible numbers of seats."""

    key: str
    leaflet: Leaflet
    seats: tuple[int, ...]


def variants(key: str, options: Options) -> list[str]:
    """The chosen options that differ from the printed game, in words. Raises KeyError for an unknown game."""
    named = {name: words for name, (_label, words) in LEAFLETS[key].options.items() if name in options}
    return [str(words[options[name]]) for name, words in named.items() if options[name] != next(iter(words))]


def entries() -> list[Entry]:
    """The games that can be played here, in the order of the registry."""
    return [entry(key) for key in GAMES]


def entry(key: str) -> Entry:
    """One of the site's games. Raises KeyError for an unknown one."""
    return Entry(key, LEAFLETS[key], GAMES[key].SEATS)


def game_or_404(key: str) -> AnyGame:
    """The rules of the game that a request names. Raises Http404 if this site has no such game."""
    if key not in GAMES:
        raise Http404
    return GAMES[key]


def name(key: str) -> str:
    """The name of a game. Raises KeyError for an unknown one."""
    return str(LEAFLETS[key].name)


def name_or_key(key: str) -> str:
    """The name of a game, or its key if this site no longer has it: matches outlive their game."""
    return name(key) if key in GAMES else key
