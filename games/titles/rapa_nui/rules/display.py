"""Step 3 of a turn: draw cards from the columns, which are refilled at once (RAP 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.copies import copier

from . import scoring
from .cards import with_card
from .data import COLUMN_HEIGHT, COLUMNS, HAND_SIZE
from .state import Draw, Seat, State, Step

DRAWS = tuple(Draw(number) for number in range(1, COLUMNS + 1))
"""All draws, by column (RAP 3.3)."""

_with_hand = copier(Seat, "hand")
_drawn = copier(State, "seats", "columns", "deck", "last_column")
_over = copier(State, "step")


def after_drawing(state: State, action: Draw) -> State:
    """The position after a card is drawn; the last one of a turn is followed by the scoring."""
    index = action.column - 1
    columns, deck = list(state.columns), state.deck
    column = columns[index]
    rest = column[:-1]
    if not rest:
        rest, deck = deck[:COLUMN_HEIGHT], deck[COLUMN_HEIGHT:]
    columns[index] = rest
    seat = state.seats[state.active]
    hand = with_card(seat.hand, column[-1])
    seats = state.with_seat(state.active, _with_hand(seat, hand))
    after = _drawn(state, seats, tuple(columns), deck, action.column)
    if not rest:
        # RAP 6: there is no card for the empty column, so the game is over at once, without a scoring.
        return _over(after, Step.OVER)
    return scoring.score(after) if len(hand) == HAND_SIZE else after


def fewest_draws(columns: Sequence[str], deck_size: int) -> int:
    """The fewest draws until a column cannot be refilled, which ends the game (RAP 6)."""
    heights = [len(column) for column in columns]
    draws = 0
    while True:
        shortest = min(heights)
        draws += shortest
        if not deck_size:
            return draws
        filled = min(deck_size, COLUMN_HEIGHT)
        heights[heights.index(shortest)] = filled
        deck_size -= filled
