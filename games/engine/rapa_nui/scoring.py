"""The scoring that ends a turn (RAP 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.copies import changed as replace

from .cards import CARD_INDEX, HUNTERS, LUMBERJACK, MOAI, TYPE_INDEX, Counts, changed
from .data import BONUS, BONUS_FROM, CARD_INCOME, HUNTER_INCOME
from .state import Action, Good, Income, Seat, SeatView, State, Step, Take

INCOMES = (Income(Good.GLORY), Income(Good.WOOD))
TAKES = tuple(Take(letter) for letter in HUNTERS)
_MOAI = CARD_INDEX[MOAI]


def incomes(seats: Sequence[Seat | SeatView], letter: str) -> Counts:
    """What a scoring of this card brings each seat: wood, glory, or sacrifice cards of its type."""
    card = CARD_INDEX[letter]
    counts = [seat.table[card] for seat in seats]
    if letter in HUNTERS:
        each = [HUNTER_INCOME if count else 0 for count in counts]
    else:
        each = [CARD_INCOME * count for count in counts]
    leader = majority(counts)
    if leader is not None:
        each[leader] += BONUS
    return tuple(each)


def majority(counts: Sequence[int]) -> int | None:
    """Who gets the bonus for so many cards of one kind each: at least 2, and strictly more than everybody else."""
    most = max(counts)
    return counts.index(most) if most >= BONUS_FROM and counts.count(most) == 1 else None


def score(state: State) -> State:
    """Score the card that now lies in front of the column drawn from last."""
    assert state.last_column is not None
    letter = state.columns[state.last_column - 1][-1]
    if letter == MOAI:
        return _ask_for_good(state, 0)
    if letter in HUNTERS:
        return _distribute(state, letter, 0)
    gains = incomes(state.seats, letter)
    if letter == LUMBERJACK:
        seats = tuple(replace(seat, wood=seat.wood + gain) for seat, gain in zip(state.seats, gains, strict=True))
    else:
        seats = tuple(replace(seat, glory=seat.glory + gain) for seat, gain in zip(state.seats, gains, strict=True))
    return next_turn(replace(state, seats=seats))


def choices(state: State) -> tuple[Action, ...]:
    """Glory or wood for a Moai; in place of a type that ran out, any type that is left."""
    if state.scored == MOAI:
        return INCOMES
    return tuple(take for take, left in zip(TAKES, state.supply, strict=True) if left)


def chosen(state: State, action: Income) -> State:
    """The position after a seat chose what its Moai bring it."""
    seat = state.seats[state.asked]
    gain = incomes(state.seats, MOAI)[state.asked]
    wood, glory = (gain, 0) if action.good is Good.WOOD else (0, gain)
    seat = replace(seat, wood=seat.wood + wood, glory=seat.glory + glory)
    return _ask_for_good(replace(state, seats=state.with_seat(state.asked, seat)), _place(state) + 1)


def taken(state: State, action: Take) -> State:
    """The position after a seat took a card of another type: it takes all that are due to it before the next seat."""
    letter, kind = state.scored, TYPE_INDEX[action.type]
    assert letter is not None
    seat = state.seats[state.asked]
    after = replace(
        state,
        seats=state.with_seat(state.asked, replace(seat, sacrifices=changed(seat.sacrifices, kind, +1))),
        supply=changed(state.supply, kind, -1),
        due=state.due - 1,
    )
    if after.due and any(after.supply):
        return after
    return _distribute(replace(after, due=0), letter, _place(state) + 1)


def next_turn(state: State) -> State:
    """The turn of the next seat clockwise."""
    seat = (state.active + 1) % len(state.seats)
    return replace(state, active=seat, step=Step.PLAY, asked=seat, bought=None, last_column=None, due=0)


def _place(state: State) -> int:
    """How many seats after the active one the asked seat sits."""
    return (state.asked - state.active) % len(state.seats)


def _ask_for_good(state: State, place: int) -> State:
    """Ask the next seat that has a Moai, clockwise from the one so many seats after the active seat."""
    seats = state.seats
    for seat in _clockwise(state, place):
        if seats[seat].table[_MOAI]:
            return replace(state, step=Step.SCORING, asked=seat)
    return next_turn(state)


def _distribute(state: State, letter: str, place: int) -> State:
    """Give each seat its sacrifice cards, clockwise from the one so many seats after the active seat.

    Where the stack of the type ran out, the seat is asked for every card that it lacks.
    """
    kind = TYPE_INDEX[letter]
    gains = incomes(state.seats, letter)
    seats = list(state.seats)
    supply = state.supply
    for index in _clockwise(state, place):
        gain = min(gains[index], supply[kind])
        if gain:
            seats[index] = replace(seats[index], sacrifices=changed(seats[index].sacrifices, kind, gain))
            supply = changed(supply, kind, -gain)
        if gain < gains[index] and any(supply):
            due = gains[index] - gain
            return replace(state, seats=tuple(seats), supply=supply, step=Step.SCORING, asked=index, due=due)
    return next_turn(replace(state, seats=tuple(seats), supply=supply))


def _clockwise(state: State, place: int) -> Iterator[int]:
    seats = len(state.seats)
    return ((state.active + place) % seats for place in range(place, seats))
