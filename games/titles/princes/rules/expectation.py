"""Static evaluation at the start of a turn: the points each seat may expect at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, sqrt

from games.engine import weights

from . import temples
from .cards import CARD_ICONS, GOLD
from .data import (
    CORN_OF_A_FARMER,
    INCA_COSTS,
    LAST_DAY,
    MISSING_CARD_POINTS,
    MULTIPLIERS,
    PRIEST_COSTS,
    SUMMIT,
    TILES_UNTIL_NIGHT,
)
from .districts import TEMPLE_INDEX
from .goods import GOODS, LLAMA_INDEX, Counts, covers
from .moon import TILES
from .scoring import icons, trail_bonus
from .state import Seat, State

_CORN_FOR_A_LLAMA_DUE = 4
"""About what a llama is worth in corn, of those that the trail brings at the end of the turn."""
_PROFESSIONS = len(GOODS)
_TEMPLE_OF = {kind: TEMPLE_INDEX[temple] for temple, kind in temples.KIND_OF.items()}


@dataclass(frozen=True, slots=True)
class Weights:
    """Evaluation weights; none of them is a number from the rules."""

    # Per day.
    productions_a_day: float
    sacrifices_a_day: float
    other_steps_a_day: float
    priests_a_day: float
    cards_a_day: float
    day_of_three_tiles: float
    last_turn_of_a_day: float

    # Values in corn.
    good: float
    llama_for_a_sacrifice: float
    first_of_a_kind: float
    less_for_each_more: float
    least: float
    inca_on_the_sundial: float
    inca: float
    priest: float
    handy_corn: float
    further_corn: float
    days_to_spend_all: float

    # Values in points.
    best_of_three_cards: float
    least_spread: float
    ready: float
    spare_corn: float
    most_spare_corn: float

    # Gold.
    gold_of_a_card: float
    doubt_about_gold: float
    share_of_the_gold: float


WEIGHTS = weights.read(__package__, Weights)


@dataclass(frozen=True, slots=True, eq=False)
class _Outlook:
    """The numbers that are the same for all seats. Compared by identity."""

    days: float
    """The expected days left until the conquest or the rescue."""
    productions: tuple[float, ...]
    """How often each production district is expected to be visited while it has a bonus."""
    sacrifices: tuple[float, ...]
    """How often virgins, Puma priests and Condor priests are expected to sacrifice."""
    llama_steps: tuple[int, ...]
    """The steps that a llama is worth to each of these kinds."""
    can_be_taken: tuple[bool, ...]
    """For each of these kinds, whether any tiles are left."""
    tiles_each: float
    """How many more priests and virgins a seat can get."""


def expected(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points each seat may expect at the end, including the chance of a conquest and of its gold."""
    today = _rest_of_today(state.sun is not None, len(state.tiles), judgement)
    left = LAST_DAY - state.day + today
    until_rescue = min(sum(state.rows) / judgement.priests_a_day, len(state.deck) / judgement.cards_a_day)
    conquest = judgement.share_of_the_gold / (1 + exp(left - until_rescue))
    days = min(left, until_rescue)
    outlook = _outlook(state.bonuses, state.stones, state.rows, len(state.seats), days, today, judgement)
    points, golds = zip(*[_of_seat(seat, outlook, judgement) for seat in state.seats], strict=True)
    doubt = judgement.doubt_about_gold * sqrt(1 + left)
    return tuple([total * (1 + conquest * (_multiplier(seat, golds, doubt) - 1)) for seat, total in enumerate(points)])


@cache
def _rest_of_today(is_evening: bool, tiles: int, judgement: Weights) -> float:
    """The fraction of the day that is left, from 1 down to 0."""
    if is_evening:
        return judgement.last_turn_of_a_day
    return 1 - judgement.day_of_three_tiles * (len(TILES) - tiles) / TILES_UNTIL_NIGHT


@lru_cache(maxsize=1 << 12)
def _outlook(
    bonuses: Counts, stones: Counts, rows: Counts, seats: int, days: float, today: float, judgement: Weights
) -> _Outlook:
    later = max(0.0, days - today)
    return _Outlook(
        days=days,
        productions=tuple([judgement.productions_a_day * (later + (today if units else 0)) for units in bonuses]),
        sacrifices=tuple(
            [
                judgement.sacrifices_a_day * (later + (today if stones[_TEMPLE_OF[kind]] else 0))
                for kind in range(len(rows))
            ]
        ),
        llama_steps=tuple([temples.steps(rows, kind) for kind in range(len(rows))]),
        can_be_taken=tuple([left > 0 for left in rows]),
        tiles_each=sum(rows) / seats + 1,
    )


@lru_cache(maxsize=1 << 14)
def _of_seat(seat: Seat, outlook: _Outlook, judgement: Weights) -> tuple[float, float]:
    """A seat's expected points, before any conquest multiplier, and its expected gold."""
    counts = icons(seat)
    llamas, steps = _sacrifices_to_come(seat, outlook, judgement)
    corn = _corn_to_come(seat, outlook, judgement) - llamas * judgement.llama_for_a_sacrifice
    cards_to_come = (seat.scout + steps) / SUMMIT
    points, profession, priest = _cards_in_hand(seat, counts, 2 * cards_to_come / len(counts))

    spent = max(0.0, corn) * min(1.0, outlook.days / judgement.days_to_spend_all)
    incas = min(seat.supply, spent / judgement.inca)
    spent -= incas * judgement.inca
    tiles = min(outlook.tiles_each, spent / judgement.priest)
    spent -= tiles * judgement.priest

    points += incas * profession + tiles * priest
    points += judgement.ready * (
        _can_set_up(seat) * profession + _can_take(seat.goods, outlook.can_be_taken) * (priest + 1)
    )
    points += cards_to_come * _card_to_come(counts, incas + tiles, judgement)
    points += MISSING_CARD_POINTS * seat.missing + judgement.spare_corn * min(spent, judgement.most_spare_corn)
    gold = sum([GOLD[card] for card in seat.cards]) + trail_bonus(seat.scout) + judgement.gold_of_a_card * cards_to_come
    return points, gold


def _sacrifices_to_come(seat: Seat, outlook: _Outlook, judgement: Weights) -> tuple[float, float]:
    """The expected number of llamas that a seat's priests will sacrifice, and of all steps that its scout will walk."""
    llamas, steps = 0.0, judgement.other_steps_a_day * outlook.days
    for number, times, worth in zip(seat.priests, outlook.sacrifices, outlook.llama_steps, strict=True):
        if number:
            llamas += number * times
            steps += number * times * worth
    return llamas, steps


def _corn_to_come(seat: Seat, outlook: _Outlook, judgement: Weights) -> float:
    """The corn that a seat's goods are worth, including everything its Incas will produce."""
    corn, *wares = seat.goods
    own = (
        min(corn, judgement.handy_corn)
        + judgement.further_corn * max(0, corn - judgement.handy_corn)
        + seat.due[0]
        + _CORN_FOR_A_LLAMA_DUE * seat.due[LLAMA_INDEX]
    )
    farmers, *others = seat.incas
    prices = judgement.first_of_a_kind, judgement.less_for_each_more, judgement.least
    own += CORN_OF_A_FARMER * farmers * outlook.productions[0] + judgement.inca_on_the_sundial * seat.sundial
    for number, incas, times in zip(wares, others, outlook.productions[1:], strict=True):
        own += _stock(number, *prices) + incas * times * (judgement.good - 1)
    return own


@cache
def _stock(number: int, first: float, less: float, least: float) -> float:
    """The value in corn of this many goods of a kind: each further one is worth `less` less, but at least `least`."""
    return sum(max(least, first - less * place) for place in range(number))


def _cards_in_hand(seat: Seat, counts: Counts, further: float) -> tuple[float, float, float]:
    """The points of the hand now, and the points that one more Inca, or priest, of the two best kinds would add.

    `further` is the part of these that cards to come will add.
    """
    points = 0
    seen = [0] * len(counts)
    for card in seat.cards:
        one, other = CARD_ICONS[card]
        points += counts[one] + counts[other]
        seen[one] += 1
        seen[other] += 1
    professions, priests = sorted(seen[:_PROFESSIONS]), sorted(seen[_PROFESSIONS:])
    return (
        points,
        further + (professions[-1] + professions[-2]) / 2,
        further + (priests[-1] + priests[-2]) / 2,
    )


def _card_to_come(counts: Counts, growth: float, judgement: Weights) -> float:
    """The expected points of a card still to be drawn: the best of three."""
    mean = sum(counts) / len(counts)
    spread = sqrt(sum([(count - mean) ** 2 for count in counts]) / len(counts))
    return 2 * (mean + growth / len(counts)) + judgement.best_of_three_cards * (spread + judgement.least_spread)


def _can_set_up(seat: Seat) -> bool:
    return seat.supply > 0 and _can_pay_one(seat.goods)


@lru_cache(maxsize=1 << 14)
def _can_pay_one(goods: Counts) -> bool:
    return any(covers(goods, cost) for cost in INCA_COSTS.values())


@lru_cache(maxsize=1 << 14)
def _can_take(goods: Counts, can_be_taken: tuple[bool, ...]) -> bool:
    return any(left and covers(goods, cost) for left, cost in zip(can_be_taken, PRIEST_COSTS, strict=True))


def _multiplier(seat: int, golds: Sequence[float], doubt: float) -> float:
    """The expected factor of a conquest for a seat's points, given that everyone's gold can still change."""
    ahead = sum([1 / (1 + exp((golds[seat] - gold) / doubt)) for other, gold in enumerate(golds) if other != seat])
    return max(1.0, MULTIPLIERS[0] - ahead)
