"""Computer players: they see what a player in their seat sees, and answer with an action in game notation."""

from games.ai.levels import FORMER, LEVELS, Level
from games.ai.player import Choice, choose, eyes_of

__all__ = ["FORMER", "LEVELS", "Choice", "Level", "choose", "eyes_of"]
