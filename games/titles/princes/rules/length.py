"""A proven upper bound on the actions of a game (PRI 10), far above the length of any real game."""

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
    """The maximum number of sales and purchases of one seat in a whole game.

    Value each good at the middle of the bank's two prices. Every trade with the bank then loses half their difference,
    and no other trade gains more than that. One visit fills or empties a column, not both.
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
    # Hire, take or recall; or adjust the market and leave it.
    in_own_turn = 2 * turns
    of_everybody = LAST_DAY * _SEATS * (len(PRODUCTION) + len(TEMPLES) + _INCAS) + LAST_DAY * len(TILES)
    # Each summit leaves the deck one card shorter.
    on_the_summit = len(CARDS)
    return _SEATS + turns + in_own_turn + of_everybody + on_the_summit + round(_SEATS * _trades_of_a_seat())


LONGEST = _longest()
"""Upper bound on the number of actions in a game."""
