"""The deal and the initial position (RAP 2)."""

from __future__ import annotations

from random import Random

from games.engine import contract
from games.engine.contract import Options

from . import data
from .cards import CARD_INDEX, CARDS, HUNTERS, LUMBERJACK, NONE_OF_FOUR, shifted, sorted_hand
from .state import Deal, Seat, State, Step


def deal(seats: int, options: Options, rng: Random) -> Deal:
    """Assign the colours to the seats and shuffle the deck. Raises BadDeal for an unknown seat count or option."""
    contract.check_table(data, seats, options)
    colors = list(data.START_HUNTERS)
    rng.shuffle(colors)
    deck = list(data.DECK)
    rng.shuffle(deck)
    return Deal("".join(colors[:seats]), "".join(deck))


def start(deal: Deal) -> State:
    """The initial position: 16 cards in four columns, three hunters in each hand, a lumberjack on each table."""
    height = data.COLUMN_HEIGHT
    dealt = data.COLUMNS * height
    taken = len(deal.colors) * data.START_SACRIFICES
    return State(
        seats=tuple(_seat(color, wood) for color, wood in zip(deal.colors, data.START_WOOD, strict=False)),
        columns=tuple(deal.deck[first : first + height] for first in range(0, dealt, height)),
        deck=deal.deck[dealt:],
        supply=tuple(data.SACRIFICE_CARDS - taken for _ in HUNTERS),
        stone=NONE_OF_FOUR,
        discarded=0,
        active=0,
        step=Step.PLAY,
        asked=0,
        bought=None,
        last_column=None,
        due=0,
    )


def _seat(color: str, wood: int) -> Seat:
    empty = tuple(0 for _ in CARDS)
    return Seat(
        color=color,
        wood=wood,
        glory=0,
        table=shifted(empty, CARD_INDEX[LUMBERJACK], data.START_LUMBERJACKS),
        hand=sorted_hand(data.START_HUNTERS[color]),
        sacrifices=tuple(data.START_SACRIFICES for _ in HUNTERS),
        face_down=NONE_OF_FOUR,
    )
