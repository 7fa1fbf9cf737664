"""The engine: the rules of the games as pure functions. It needs nothing but the standard library."""

from __future__ import annotations

from games.engine import machu_picchu, maya, princes, rapa_nui
from games.engine.contract import AnyGame

GAMES: dict[str, AnyGame] = {
    rapa_nui.KEY: rapa_nui,
    machu_picchu.KEY: machu_picchu,
    maya.KEY: maya,
    princes.KEY: princes,
}
"""Every game by its key."""
