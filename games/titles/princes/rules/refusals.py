"""Explanations of refused actions, in words for the player who tried them.

They reveal only what that player knows: their own cards, and what is face up.
"""

from __future__ import annotations

from games.engine.contract import quoted

from . import hire, main_temple, market, moon, priests, production, setup, sundial, temples, trail, turn
from .actions import (
    Action,
    Adjust,
    Buy,
    Collect,
    Decline,
    Go,
    Hire,
    Jump,
    Moon,
    Offer,
    Produce,
    Recall,
    Return,
    Sacrifice,
    Sell,
    Settle,
    Take,
)
from .cards import PRIEST_INDEX
from .data import CORN_IN_A_UNIT, INCA_COSTS, MOST_TURNS, PRICES, PRIEST_COSTS
from .districts import FAR, NEAR, PRODUCTION_INDEX
from .goods import CORN, CORN_INDEX, GOODS, LLAMA_INDEX, WARE_INDEX, Counts
from .market import BUY_PRICES
from .state import Decision, Seat, State

_EVERY_ACTION: tuple[Action, ...] = (
    *setup.SETTLES,
    *turn.GOES.values(),
    *turn.JUMPS.values(),
    *moon.STAYS.values(),
    *production.PRODUCES,
    *temples.SACRIFICES,
    *main_temple.OFFERS,
    *dict.fromkeys(action for hires in hire.HIRES.values() for action in hires),
    priests.NOBODY,
    *priests.TAKES,
    market.DONE,
    *market.PUTS,
    *market.REMOVES,
    *market.SELLS,
    *market.BUYS,
    sundial.NOBODY,
    *sundial.RECALLS,
    *sundial.REWARDS,
    *trail.RETURNS.values(),
    *(answer for answers in moon.ANSWERS.values() for answer in answers),
)
_ACTIONS = {str(action): action for action in _EVERY_ACTION}

_ASKED = {
    Decision.SETTLE: "now you must set up your first Inca in a production district (PRI 2)",
    Decision.TURN: "now you must move your prince or take a moon tile (PRI 3)",
    Decision.PRODUCE: "now you decide how many Incas produce (PRI 5.1)",
    Decision.SACRIFICE: "now you decide how many llamas to sacrifice (PRI 5.2)",
    Decision.OFFER: "now you decide what to offer in the Main Temple (PRI 5.3)",
    Decision.HIRE: "now you decide which Incas to set up (PRI 5.4)",
    Decision.TAKE: "now you decide whom to take from the house (PRI 5.5)",
    Decision.TRADE: "now you trade or leave the market (PRI 7)",
    Decision.RECALL: "now you decide which Inca goes to the Sundial (PRI 5.7)",
    Decision.REWARD: "now you choose three different goods for your Inca on the Sundial (PRI 5.7)",
    Decision.COLLECT: "now you decide whether to pay for the good on your moon tile (PRI 9.2)",
    Decision.RETURN: "now you must put sacrifice cards from your hand back under the deck (PRI 9.1)",
}


def refusal(state: State, text: str) -> str:
    """Why `text` is not a legal action of this position: the text, the reason and the paragraph of the rules."""
    return f"{quoted(text)}: {_reason(state, text)}"


def _reason(state: State, text: str) -> str:
    decision = state.decision
    if decision is None:
        return "the game is over"
    action = _ACTIONS.get(text)
    if action is None:
        return f"this is not an action of The Princes of Machu Picchu; {_ASKED[decision]}"
    seat = state.seats[state.asked]
    match action, decision:
        case Settle(), Decision.SETTLE:
            return "in the game for beginners, no two first Incas share a district, and there is one already (PRI 2)"
        case Go() | Jump() | Moon(), Decision.TURN:
            return _no_turn(seat, action)
        case Produce(), Decision.PRODUCE:
            incas = seat.incas[PRODUCTION_INDEX[state.place]]
            return f"you have {incas} Incas there and {seat.goods[CORN_INDEX]} corn (PRI 5.1)"
        case Sacrifice(), Decision.SACRIFICE:
            own = seat.priests[temples.KIND_OF[state.place]]
            return f"you have {own} priests for this temple and {seat.goods[LLAMA_INDEX]} llamas (PRI 5.2)"
        case Offer(), Decision.OFFER:
            owned = dict(zip(GOODS, main_temple.owned(seat), strict=True))
            lacking = next(good for good in action.goods if not owned[good])
            return f"you have {_less_than_a_unit(lacking)} (PRI 5.3)"
        case Hire(), Decision.HIRE:
            return _no_inca(state, seat, action)
        case Take(), Decision.TAKE:
            return _no_priest(state, action)
        case Adjust() | Sell() | Buy(), Decision.TRADE:
            return _no_trade(state, seat, action)
        case Recall(), Decision.RECALL:
            return f"you have no Inca in {action.district} (PRI 5.7)"
        case Return(), Decision.RETURN:
            return _no_return(state, seat, action)
        case Collect() | Decline(), Decision.COLLECT:
            return f"the moon tile to decide on now shows {moon.settled_tile(seat.tiles, state.day)} (PRI 9.2)"
        case _:
            return _ASKED[decision]


def _no_turn(seat: Seat, action: Go | Jump | Moon) -> str:
    if seat.prince is None:
        return "on the first turn your prince goes to any district for free (PRI 3)"
    if isinstance(action, Moon):
        return "this moon tile has been taken (PRI 3)"
    if seat.turns >= MOST_TURNS:
        return f"after {MOST_TURNS} turns in one day you may only take moon tiles (PRI 10)"
    if action.district == seat.prince:
        return "your prince is already there: a district is never used twice in a row (PRI 3)"
    if isinstance(action, Jump) and action.district not in FAR[seat.prince]:
        return f"{action.district} is next to {seat.prince}: your prince walks there for free (PRI 3)"
    if isinstance(action, Go) and action.district not in NEAR[seat.prince]:
        return f"{action.district} is not next to {seat.prince} (PRI 3)"
    return "this costs 1 llama, and you have none (PRI 3)"


def _no_inca(state: State, seat: Seat, action: Hire) -> str:
    for district in action.districts:
        if district not in hire.PLACES[state.place]:
            return f"you cannot set up an Inca in {district} from here (PRI 5.4)"
    if len(action.districts) > seat.supply:
        return f"you have {seat.supply} Incas left (PRI 5.4)"
    prices = "; ".join(f"{district}: {_named(INCA_COSTS[district])}" for district in action.districts)
    return f"you cannot pay this ({prices}) (PRI 5.4)"


def _no_priest(state: State, action: Take) -> str:
    assert action.priest is not None, "nobody may always be taken"
    if action.priest not in priests.KINDS[state.place]:
        return f"there is no {action.priest} in this house (PRI 5.5)"
    kind = PRIEST_INDEX[action.priest]
    if not state.rows[kind]:
        return f"no {action.priest} is left (PRI 5.5)"
    return f"a {action.priest} costs {_named(PRIEST_COSTS[kind])}, which you cannot pay (PRI 5.5)"


def _no_trade(state: State, seat: Seat, action: Adjust | Sell | Buy) -> str:
    trade, ware = state.trade, WARE_INDEX[action.good]
    assert trade is not None
    match action:
        case Adjust():
            if not trade.may_adjust:
                return "you may add or remove one good, once, before you trade (PRI 7.3)"
            return (
                f"the column of {action.good} is {'full' if state.market[ware] == len(PRICES) else 'empty'} (PRI 7.3)"
            )
        case Sell():
            if trade.bought[ware]:
                return f"you bought {action.good} on this visit, so you cannot sell it (PRI 7.3)"
            return f"you have no {action.good} (PRI 7)"
        case Buy():
            if trade.sold[ware]:
                return f"you sold {action.good} on this visit, so you cannot buy it (PRI 7.3)"
            price = BUY_PRICES[state.market[ware]]
            return f"{action.good} costs {price} corn now, and you have {seat.goods[CORN_INDEX]} (PRI 7)"


def _no_return(state: State, seat: Seat, action: Return) -> str:
    assert state.summit is not None
    if len(action.cards) != state.summit.returns:
        return f"{state.summit.returns} must go back under the deck (PRI 9.1)"
    lacking = next(card for card in action.cards if card not in seat.cards)
    return f"you have no card {lacking} (PRI 9.1)"


def _less_than_a_unit(good: str) -> str:
    return f"less than {CORN_IN_A_UNIT} corn" if good == CORN else f"no {good}"


def _named(cost: Counts) -> str:
    return ", ".join(f"{count} {good}" for good, count in zip(GOODS, cost, strict=True) if count)
