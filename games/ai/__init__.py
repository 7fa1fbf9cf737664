"""Computer players: they see what a player in their seat sees, and answer with an action in game notation."""

from games.ai.levels import FORMER, LEVELS, Level
from games.ai.player import Choice, choose, view_for

__all__ = ["FORMER", "LEVELS", "Choice", "Level", "choose", "view_for"]
