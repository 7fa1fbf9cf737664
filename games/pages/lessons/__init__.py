"""The lessons: one for each game, in a fixed game on the real board."""

from types import MappingProxyType

from .machu_picchu import LESSON as MACHU_PICCHU
from .maya import LESSON as MAYA
from .princes import LESSON as PRINCES
from .rapa_nui import LESSON as RAPA_NUI
from .script import Lesson

LESSONS: MappingProxyType[str, Lesson] = MappingProxyType(
    {lesson.game: lesson for lesson in (RAPA_NUI, MACHU_PICCHU, MAYA, PRINCES)}
)
"""The lesson of each game by its key."""
