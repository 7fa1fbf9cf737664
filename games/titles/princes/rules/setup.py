"""The deal, the first position, and the first Incas (PRI 2)."""

from __future__ import annotations

from functools import cache
from random import Random

from games.engine import contract
from games.engine.contract import Options
from games.engine.copies import replace

from . import data
from .actions import Action, Settle
from .cards import CARDS, PRIESTS
from .districts import PRODUCTION, PRODUCTION_INDEX, TEMPLES
from .goods import WARES, shifted
from .moon import TILES
from .state import Deal, Seat, State, Step

SETTLES = tuple(Settle(district) for district in PRODUCTION)


def is_beginner(options: Options) -> bool:
    """Whether the options ask for the beginner's start."""
    return options.get("start") == data.BEGINNER


def deal(seats: int, options: Options, rng: Random) -> Deal:
    """Shuffle the sacrifice cards. Raises BadDeal for a seat count or option that does not exist."""
    contract.check_table(data, seats, options)
    deck = list(CARDS)
    rng.shuffle(deck)
    return Deal(seats, is_beginner(options), tuple(deck))


def start(deal: Deal) -> State:
    """The first position: everyone has goods and one card, and nobody has settled."""
    shorter = data.BEGINNERS_DAYS_SHORTER if deal.is_beginner else 0
    return State(
        seats=tuple(_seat(deal, index) for index in range(deal.seats)),
        is_beginner=deal.is_beginner,
        day=data.FIRST_DAY[deal.seats] + shorter,
        bonuses=tuple(data.START_BONUS for _ in PRODUCTION),
        stones=tuple(data.START_BONUS for _ in TEMPLES),
        market=tuple(data.START_MARKET for _ in WARES),
        rows=data.PRIEST_COUNTS,
        tiles=TILES,
        sun=None,
        deck=deal.deck[deal.seats * data.START_CARDS :],
        returned=(),
        active=0,
        asked=0,
        step=Step.SETTLE,
        summit=None,
        trade=None,
    )


def _seat(deal: Deal, index: int) -> Seat:
    return Seat(
        goods=data.START_GOODS,
        incas=tuple(0 for _ in PRODUCTION),
        supply=data.INCAS[deal.seats],
        sundial=0,
        priests=tuple(0 for _ in PRIESTS),
        cards=deal.deck[index * data.START_CARDS : (index + 1) * data.START_CARDS],
        missing=0,
        scout=data.FIRST_SCOUT + index,
        prince=None,
        tiles=(),
        turns=0,
    )


@cache
def _menu(is_free: tuple[bool, ...]) -> tuple[Action, ...]:
    return tuple(settle for settle, free in zip(SETTLES, is_free, strict=True) if free)


def choices(state: State) -> tuple[Action, ...]:
    """Any production district; for beginners, only those that nobody has taken yet."""
    if not state.is_beginner:
        return SETTLES
    return _menu(tuple(not any(incas) for incas in zip(*(seat.incas for seat in state.seats), strict=True)))


def after_settling(state: State, action: Settle) -> State:
    """The position after a first Inca was set up; after the last seat's, the first turn begins."""
    seat = state.seats[state.active]
    incas = shifted(seat.incas, PRODUCTION_INDEX[action.district], +1)
    seats = state.with_seat(state.active, replace(seat, incas=incas, supply=seat.supply - 1))
    following = (state.active + 1) % len(seats)
    step = Step.SETTLE if following else Step.TURN
    return replace(state, seats=seats, active=following, asked=following, step=step)
