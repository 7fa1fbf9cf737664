"""The worked examples of the rules pages, reckoned by the engine so that page and play cannot differ."""

from types import MappingProxyType, ModuleType

from games.pages.rulebooks import machu_picchu, maya, princes, rapa_nui

RULEBOOKS: MappingProxyType[str, ModuleType] = MappingProxyType(
    {"rapa_nui": rapa_nui, "machu_picchu": machu_picchu, "maya": maya, "princes": princes}
)
"""The examples of each game by its key: modules with a function `examples`."""
