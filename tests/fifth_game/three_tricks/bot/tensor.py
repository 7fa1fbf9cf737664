"""A view of Three Tricks as a row of numbers: what its types alone do not say."""

from games.engine.rows import TensorSpec, one_of
from tests.fifth_game.three_tricks.rules.state import SEATS

_SEAT = one_of(range(SEATS[-1]))

TENSOR: TensorSpec = {"seat": _SEAT, "lead": _SEAT, "to_move": _SEAT}
