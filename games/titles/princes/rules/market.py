"""The market on the Central Plaza (PRI 7)."""

from __future__ import annotations

from functools import cache

from games.engine.copies import replace

from .actions import Action, Adjust, Buy, Done, Sell
from .data import BANK_PAYS, BANK_PRICE, PRICES
from .goods import CORN_INDEX, GOOD_INDEX, WARE_INDEX, WARES, Counts, shifted
from .state import State, Step, Trade

DONE = Done()
PUTS = tuple(Adjust(ware, +1) for ware in WARES)
REMOVES = tuple(Adjust(ware, -1) for ware in WARES)
SELLS = tuple(Sell(ware) for ware in WARES)
BUYS = tuple(Buy(ware) for ware in WARES)

_COLUMN = len(PRICES)
_NOT_TRADED = tuple(False for _ in WARES)
_OPENING = Trade(may_adjust=True, sold=_NOT_TRADED, bought=_NOT_TRADED)

SELL_PRICES = (*PRICES, BANK_PAYS)
"""The selling price by the number of goods in the column: the highest uncovered number, or the bank's."""
BUY_PRICES = (BANK_PRICE, *PRICES)
"""The buying price by the number of goods in the column: the number under the lowest one, or the bank's."""


def visited(state: State) -> State:
    """Always ask the visitor."""
    return replace(state, step=Step.MARKET, trade=_OPENING)


@cache
def _menu(adjustable: Counts | None, can_sell: tuple[bool, ...], can_buy: tuple[bool, ...]) -> tuple[Action, ...]:
    menu: list[Action] = [DONE]
    if adjustable is not None:
        menu += (put for put, count in zip(PUTS, adjustable, strict=True) if count < _COLUMN)
        menu += (remove for remove, count in zip(REMOVES, adjustable, strict=True) if count)
    menu += (sell for sell, can in zip(SELLS, can_sell, strict=True) if can)
    menu += (buy for buy, can in zip(BUYS, can_buy, strict=True) if can)
    return tuple(menu)


def choices(state: State) -> tuple[Action, ...]:
    """Leave; before any trade add or remove one good; sell what was not bought, buy what was not sold."""
    trade = state.trade
    assert trade is not None
    corn, *wares = state.seats[state.active].goods
    can_sell = tuple([count > 0 and not bought for count, bought in zip(wares, trade.bought, strict=True)])
    can_buy = tuple(
        [corn >= BUY_PRICES[count] and not sold for count, sold in zip(state.market, trade.sold, strict=True)]
    )
    return _menu(state.market if trade.may_adjust else None, can_sell, can_buy)


def after_adjusting(state: State, action: Adjust) -> State:
    """The position after a good was put on the market from the bank, or returned to it."""
    market = shifted(state.market, WARE_INDEX[action.good], action.by)
    return replace(state, market=market, trade=Trade(may_adjust=False, sold=_NOT_TRADED, bought=_NOT_TRADED))


def after_selling(state: State, action: Sell) -> State:
    """The position after a good is sold; it goes to the bank if its column is full."""
    trade = state.trade
    assert trade is not None
    ware = WARE_INDEX[action.good]
    count = state.market[ware]
    return _traded(
        state,
        Trade(may_adjust=False, sold=_with(trade.sold, ware), bought=trade.bought),
        action.good,
        -1,
        SELL_PRICES[count],
        min(_COLUMN, count + 1),
    )


def after_buying(state: State, action: Buy) -> State:
    """The position after a good is bought; it comes from the bank if its column is empty."""
    trade = state.trade
    assert trade is not None
    ware = WARE_INDEX[action.good]
    count = state.market[ware]
    return _traded(
        state,
        Trade(may_adjust=False, sold=trade.sold, bought=_with(trade.bought, ware)),
        action.good,
        +1,
        -BUY_PRICES[count],
        max(0, count - 1),
    )


def after_market(state: State) -> State:
    """The position after the visitor has left the market."""
    return replace(state, trade=None, step=Step.TURN_OVER)


def _traded(state: State, trade: Trade, good: str, number: int, corn: int, column: int) -> State:
    seat = state.seats[state.active]
    goods = shifted(shifted(seat.goods, CORN_INDEX, corn), GOOD_INDEX[good], number)
    ware = WARE_INDEX[good]
    return replace(
        state,
        seats=state.with_seat(state.active, replace(seat, goods=goods)),
        market=(*state.market[:ware], column, *state.market[ware + 1 :]),
        trade=trade,
    )


def _with(flags: tuple[bool, ...], ware: int) -> tuple[bool, ...]:
    return flags if flags[ware] else (*flags[:ware], True, *flags[ware + 1 :])
