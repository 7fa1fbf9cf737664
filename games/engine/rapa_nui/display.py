"""Step 3 of a turn: draw cards from the columns, which are refilled at once (RAP 3.3)."""

from __future__ import annotations

from games.engine.copies import changed as replace

from . import scoring
from .cards import sorted_hand
from .data import COLUMN_HEIGHT, COLUMNS, HAND_SIZE
from .state import Draw, State, Step

DRAWS = tuple(Draw(number) for number in range(1, COLUMNS + 1))


def drawn(state: State, action: Draw) -> State:
    """The position after a card was drawn: the last one of a turn is followed by the scoring."""
    index = action.column - 1
    column = state.columns[index]
    rest, deck = column[:-1], state.deck
    if not rest:
        rest, deck = deck[:COLUMN_HEIGHT], deck[COLUMN_HEIGHT:]
    seat = state.seats[state.active]
    hand = sorted_hand(seat.hand + column[-1])
    after = replace(
        state,
        seats=state.with_seat(state.active, replace(seat, hand=hand)),
        columns=(*state.columns[:index], rest, *state.columns[index + 1 :]),
        deck=deck,
        last_column=action.column,
    )
    if not rest:
        # RAP 6: no card for the empty column, so the game is over at once, without a scoring.
        return replace(after, step=Step.OVER)
    return scoring.score(after) if len(hand) == HAND_SIZE else after
