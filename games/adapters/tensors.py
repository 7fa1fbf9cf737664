"""What a seat sees, and what it remembers, as rows of numbers: equal exactly when the same is read as text.

The row of a view is written as `games.engine.rows` and `bot/tensor.py` of the game say; its parts are the fields of
the view. What a seat remembers is a longer row: the view, how many actions were played, the latest of them as the seat
could read them, the last one first, and the deal as it may read it. Only of a match longer than there is room for the
text tells more: actions before the latest ones are counted, no more.
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
"""The letters of the text of a deal."""
PLAYED = 512
"""The room for actions, where a match of the game can be so long: hardly one is."""


@cache
def layout(key: str) -> Code:
    """How the views of a game are written, with every seat count and option."""
    return code_of(GAMES[key].View, bot_of(GAMES[key]).tensor)


def tensor(key: str, view: Any) -> Any:
    """The view as float32. Raises ValueError for one that has no room, with the name of the field."""
    return np.array(layout(key).write(view), np.float32)


def read(key: str, row: Any) -> Any:
    """The view that a row was written of."""
    return layout(key).read(row.tolist())


class Memory:
    """How what a seat remembers is written: its parts by their names, all of them in one row of `size` numbers."""

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
        """What `seat` (None: a spectator) remembers, as float32.

        Of each action: who played it, one-hot, and the bits of the number of its text.
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
    """The memory of a game with room for so many actions."""
    return Memory(key, room)


def usual_room(game: AnyGame) -> int:
    """The room for actions that a memory has, if nobody asks for more or less."""
    return min(game.LONGEST, PLAYED)


def described(key: str) -> str:
    """The parts of what a seat remembers, with their places; all before `count` is what it sees."""
    remembered = memory(key, usual_room(GAMES[key]))
    return "\n".join(f"{place.start:6} – {place.stop - 1:<6} {name}" for name, place in remembered.parts.items())


if __name__ == "__main__":
    for _key in GAMES:
        print(f"{_key}: {layout(_key).size} numbers seen, {memory(_key, usual_room(GAMES[_key])).size} remembered")
        print(described(_key))
