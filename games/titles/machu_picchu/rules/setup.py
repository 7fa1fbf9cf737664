"""The deal and the initial position (MAC 5)."""

from __future__ import annotations

from random import Random

from games.engine import contract
from games.engine.contract import Options

from . import data
from .precinct import STAIRS, STARTS
from .sky import MOONS, SKIES, cards_dealt
from .state import Deal, Priest, Seat, State

EMPTY_STAIRS = (None,) * len(STAIRS)


def deal(seats: int, options: Options, rng: Random) -> Deal:
    """Shuffle priest cards, sun/moon cards and direction cards. Raises BadDeal for unknown seat counts or options."""
    contract.check_table(data, seats, options)
    pairs = list(data.PAIRS[seats])
    rng.shuffle(pairs)
    # MAC 5.2: with two or four seats, an unknown moon goes back into the box.
    removed = rng.sample(MOONS, data.MOONS_REMOVED[seats])
    sky = [name for name in SKIES if name not in removed]
    rng.shuffle(sky)
    assert len(sky) == cards_dealt(seats)
    deck = list(data.NUMBERS)
    rng.shuffle(deck)
    return Deal(tuple(pairs), tuple(sky), tuple(deck))


def start(deal: Deal) -> State:
    """The initial position: the priests on their start fields, four direction cards in each hand."""
    size = data.HAND_SIZE
    return State(
        seats=tuple(
            Seat(pair, tuple(sorted(deal.deck[seat * size : (seat + 1) * size])))
            for seat, pair in enumerate(deal.pairs)
        ),
        priests=tuple(Priest(field, ()) for field in STARTS),
        stairs=EMPTY_STAIRS,
        stock=deal.deck[len(deal.pairs) * size :],
        sky=deal.sky,
        round=1,
        last=None,
    )
