"""The data that fills the drawings on the board and on the rules page."""

from typing import Any

from .geometry import MARKS
from .words import BY_LETTER


def drawings() -> dict[str, Any]:
    """The context that the drawings need as `board`: the nine colours, and the levels written on the stela."""
    return {"colors": list(BY_LETTER.values()), "marks": MARKS}
