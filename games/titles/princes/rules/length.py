"""Why every game ends: an upper bound on its actions (PRI 10). Far more than any game has, but proven."""

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

    Take the worth of a good as the middle of the bank's two prices: every trade with the bank loses the difference to
    it, and no other trade gains more than that. One visit fills or empties a column, not both.
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
    # Each time the deck has one card less.
    on_the_summit = len(CARDS)
    return _SEATS + turns + in_own_turn + of_everybody + on_the_summit + round(_SEATS * _trades_of_a_seat())


LONGEST = _longest()
"""Upper bound on the number of actions in a game."""
