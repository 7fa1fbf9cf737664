"""The scoring that ends a turn (RAP 5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from games.engine.copies import copier, replace

from .cards import CARD_INDEX, HUNTERS, LUMBERJACK, MOAI, TYPE_INDEX, Counts, shifted
from .data import BONUS, BONUS_FROM, CARD_INCOME, HUNTER_INCOME
from .state import Action, Good, Income, Seat, SeatView, State, Step, Take

INCOMES = (Income(Good.GLORY), Income(Good.WOOD))
TAKES = tuple(Take(letter) for letter in HUNTERS)
"""The answers of a seat whose Moai score, and of one that takes cards of another type (RAP 5)."""

_MOAI = CARD_INDEX[MOAI]

_with_wood = copier(Seat, "wood")
_with_glory = copier(Seat, "glory")
_with_sacrifices = copier(Seat, "sacrifices")
_asked_for_good = copier(State, "seats", "step", "asked")
_asked_to_take = copier(State, "seats", "supply", "step", "asked", "due")
_next_turn = copier(State, "seats", "supply", "active", "step", "asked", "bought", "last_column", "due")


def incomes(seats: Sequence[Seat | SeatView], letter: str) -> Counts:
    """The income of each seat when this card is scored: wood, glory, or sacrifice cards of its type."""
    card = CARD_INDEX[letter]
    return _incomes(letter in HUNTERS, tuple([seat.table[card] for seat in seats]))


@lru_cache(maxsize=1 << 14)
def _incomes(are_hunters: bool, counts: Counts) -> Counts:
    """The income of each seat for this many cards on its table."""
    if are_hunters:
        each = [HUNTER_INCOME if count else 0 for count in counts]
    else:
        each = [CARD_INCOME * count for count in counts]
    leader = majority(counts)
    if leader is not None:
        each[leader] += BONUS
    return tuple(each)


def majority(counts: Sequence[int]) -> int | None:
    """The seat that gets the bonus for these cards of one kind: at least 2, and strictly more than everyone else."""
    most = max(counts)
    return counts.index(most) if most >= BONUS_FROM and counts.count(most) == 1 else None


def score(state: State) -> State:
    """Score the card that is now at the front of the column drawn from last."""
    assert state.last_column is not None
    letter = state.columns[state.last_column - 1][-1]
    if letter in HUNTERS:
        return _distribute(state, letter, 0)
    if letter == MOAI:
        return _ask_for_good(state, state.seats, 0)
    pairs = zip(state.seats, incomes(state.seats, letter), strict=True)
    if letter == LUMBERJACK:
        seats = [_with_wood(seat, seat.wood + gain) if gain else seat for seat, gain in pairs]
    else:
        seats = [_with_glory(seat, seat.glory + gain) if gain else seat for seat, gain in pairs]
    return next_turn(state, tuple(seats), state.supply)


def choices(state: State) -> tuple[Action, ...]:
    """Glory or wood if a Moai is scored; otherwise, as the scored type has run out, any type that is left."""
    if state.scored == MOAI:
        return INCOMES
    return tuple(take for take, left in zip(TAKES, state.supply, strict=True) if left)


def after_income(state: State, action: Income) -> State:
    """The position after a seat chooses glory or wood for its Moai."""
    seat = state.seats[state.asked]
    gain = incomes(state.seats, MOAI)[state.asked]
    seat = _with_wood(seat, seat.wood + gain) if action.good is Good.WOOD else _with_glory(seat, seat.glory + gain)
    return _ask_for_good(state, state.with_seat(state.asked, seat), _place(state) + 1)


def after_taking(state: State, action: Take) -> State:
    """The position after a seat takes a card of another type; it takes all it is due before the next seat is asked."""
    letter, kind = state.scored, TYPE_INDEX[action.type]
    assert letter is not None
    seat = state.seats[state.asked]
    after = replace(
        state,
        seats=state.with_seat(state.asked, _with_sacrifices(seat, shifted(seat.sacrifices, kind, +1))),
        supply=shifted(state.supply, kind, -1),
        due=state.due - 1,
    )
    if after.due and any(after.supply):
        return after
    return _distribute(replace(after, due=0), letter, _place(state) + 1)


def next_turn(state: State, seats: tuple[Seat, ...], supply: Counts) -> State:
    """The turn of the next seat clockwise, with these seats and this supply after the scoring."""
    seat = (state.active + 1) % len(seats)
    return _next_turn(state, seats, supply, seat, Step.PLAY, seat, None, None, 0)


def _place(state: State) -> int:
    """The distance of the asked seat after the active one, in seats."""
    return (state.asked - state.active) % len(state.seats)


def _ask_for_good(state: State, seats: tuple[Seat, ...], place: int) -> State:
    """Ask the next seat that has a Moai, clockwise from the one `place` seats after the active seat."""
    for index in _clockwise(state.active, place, len(seats)):
        if seats[index].table[_MOAI]:
            return _asked_for_good(state, seats, Step.SCORING, index)
    return next_turn(state, seats, state.supply)


def _distribute(state: State, letter: str, place: int) -> State:
    """Give each seat its sacrifice cards, clockwise from the one `place` seats after the active seat.

    If the stack of the type runs out, the seat is asked about every card that is missing.
    """
    kind = TYPE_INDEX[letter]
    gains = incomes(state.seats, letter)
    seats = list(state.seats)
    supply = state.supply
    left = supply[kind]
    for index in _clockwise(state.active, place, len(seats)):
        due = gains[index]
        gain = min(due, left)
        if gain:
            seats[index] = _with_sacrifices(seats[index], shifted(seats[index].sacrifices, kind, gain))
            left -= gain
        if gain < due:
            now = shifted(supply, kind, left - supply[kind])
            if any(now):
                return _asked_to_take(state, tuple(seats), now, Step.SCORING, index, due - gain)
    return next_turn(state, tuple(seats), shifted(supply, kind, left - supply[kind]))


@cache
def _clockwise(active: int, place: int, seats: int) -> tuple[int, ...]:
    """The seats clockwise from the one `place` seats after the active seat up to the one before the active seat."""
    return tuple((active + place) % seats for place in range(place, seats))
