"""A seat's view and memory as rows of numbers: two rows are equal exactly if their texts are.

`games.engine.rows` and the game's `bot/tensor.py` define the row of a view; its parts are the fields of the view. The
row of a memory is longer: the view, the number of actions played, the latest actions as the seat may read them, last
one first, and the deal as it may read it. The one exception: in a match with more actions than there is room for,
earlier actions are only counted, so the text says more.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from games.adapters.match import Match
from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.rows import ASCII, Code, code_of, number, packed
from games.titles import bot_of

DEAL = 192
"""The room for the text of a deal, in letters."""
PLAYED = 512
"""The usual room for actions, unless all matches of a game are shorter; hardly any match is longer."""


@cache
def layout(key: str) -> Code:
    """The encoding of a game's views, for all seat counts and options."""
    return code_of(GAMES[key].View, bot_of(GAMES[key]).tensor)


def tensor(key: str, view: Any) -> Any:
    """The view as float32. Raises ValueError with the name of the field if something does not fit."""
    return np.array(layout(key).write(view), np.float32)


def read(key: str, row: Any) -> Any:
    """Decode the view from its row."""
    return layout(key).read(row.tolist())


class Memory:
    """The encoding of a seat's memory: `parts` are slices of one row of `size` numbers, by name."""

    def __init__(self, key: str, room: int) -> None:
        game = GAMES[key]
        texts = [*VOCABULARY[key], *bot_of(game).hidden]
        self._room, self._seats = room, game.SEATS[-1]
        self._bits = len(texts).bit_length()
        self._rows = {
            text: [float(number >> bit & 1) for bit in range(self._bits)] for number, text in enumerate(texts)
        }
        self._view, self._count, self._deal = layout(key), number(PLAYED, game.LONGEST), packed(ASCII, DEAL)
        width = self._view.size
        self.parts = dict(self._view.parts)
        for name, size in (("count", 1), ("played", room * (self._seats + self._bits)), ("deal", DEAL)):
            self.parts[name] = slice(width, width + size)
            width += size
        self.size = width

    def tensor(self, match: Match, seat: int | None) -> Any:
        """The memory of `seat` (None: a spectator) as float32.

        Each action is the seat that played it, one-hot, and the bits of the number of its text.
        """
        deal, *lines = match.read_by(seat).split("\n")
        row = self._view.write(match.game.view(match.state, seat))
        row += self._count.write(len(lines))
        latest = lines[: -self._room - 1 : -1]
        for line in latest:
            mover, _, text = line.partition(" ")
            row += [float(int(mover) == each) for each in range(self._seats)]
            row += self._rows[text]
        row += [0.0] * ((self._seats + self._bits) * (self._room - len(latest)))
        row += self._deal.write(deal)
        return np.array(row, np.float32)


@cache
def memory(key: str, room: int) -> Memory:
    """The encoding of memories of a game with room for `room` actions."""
    return Memory(key, room)


def usual_room(game: AnyGame) -> int:
    """The default room for actions in a memory."""
    return min(game.LONGEST, PLAYED)


def described(key: str) -> str:
    """The parts of a memory with their index ranges, one per line; those before `count` are the view."""
    remembered = memory(key, usual_room(GAMES[key]))
    return "\n".join(f"{place.start:6} – {place.stop - 1:<6} {name}" for name, place in remembered.parts.items())


if __name__ == "__main__":
    for _key in GAMES:
        print(f"{_key}: {layout(_key).size} numbers seen, {memory(_key, usual_room(GAMES[_key])).size} remembered")
        print(described(_key))
