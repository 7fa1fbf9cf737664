"""The engine: code that the rules of all games share, as pure functions. Depends on the standard library only.

`GAMES` is the registry of `games.titles`. It is imported on first use, because the rules themselves import the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.titles import GAMES as GAMES
else:

    def __getattr__(name: str) -> object:
        if name != "GAMES":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from games.titles import GAMES

        return GAMES
