"""Why every game ends: a bound on its actions (PRI 10). Far more than any game has, but no guess."""

from __future__ import annotations

from .cards import CARDS
from .data import (
    BANK_PAYS,
    BANK_PRICE,
    GRANARY_CORN,
    INCAS,
    LAST_DAY,
    MOST_BONUS,
    MOST_TURNS,
    PRICES,
    SEATS,
    STABLE_LLAMAS,
    START_GOODS,
    SUNDIAL_GOODS,
    SYMBOL_CORN,
)
from .districts import PRODUCTION, TEMPLES
from .goods import WARES
from .moon import TILES

_SEATS = SEATS[-1]
_INCAS = max(INCAS.values())


def _trades_of_a_seat() -> float:
    """How often one seat can sell and buy in a whole game.

    Between the two prices of the bank lies the worth of a good here: so much is lost by every trade with the bank,
    and no more than that is gained by any other trade. In one visit a column is filled or emptied, not both.
    """
    worth = (BANK_PRICE + BANK_PAYS) / 2
    margin = BANK_PRICE - worth
    visits = LAST_DAY * MOST_TURNS / 2
    on_columns = visits * len(WARES) * len(PRICES)
    units_a_day = len(PRODUCTION) * MOST_BONUS + _INCAS + len(TILES) + _INCAS * SUNDIAL_GOODS + SYMBOL_CORN
    laps = len(CARDS) + 1
    owned = sum(START_GOODS) * worth + LAST_DAY * units_a_day * worth + laps * (GRANARY_CORN + STABLE_LLAMAS * worth)
    return on_columns + (owned + margin * on_columns) / margin


def _longest() -> int:
    turns = LAST_DAY * (_SEATS * MOST_TURNS + len(TILES))
    # Hire, take, recall; or put a good on the market, and leave it.
    in_own_turn = 2 * turns
    of_everybody = LAST_DAY * _SEATS * (len(PRODUCTION) + len(TEMPLES) + _INCAS) + LAST_DAY * len(TILES)
    # Each time a card less lies in the deck.
    on_the_summit = len(CARDS)
    return _SEATS + turns + in_own_turn + of_everybody + on_the_summit + round(_SEATS * _trades_of_a_seat())


LONGEST = _longest()
"""No game has more actions than this."""
