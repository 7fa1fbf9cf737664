"""Moving the priests: which card moves which, in which order, and what each step brings (MAC 6.3 to 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .data import FIRE_STONES, LARGEST, LEAVING_FIRES, SUN_STONES
from .precinct import PRIZES, STAIRS, STEPS
from .returning import put_back
from .state import Laid, Order, Priest, Round, State, Step

ORDERS = (Order(LARGEST), Order(1))


def moved_by(numbers: Sequence[int]) -> tuple[int, ...]:
    """The priest that each of four cards moves: the highest number the largest (MAC 6.3)."""
    ascending = sorted(numbers)
    return tuple([1 + ascending.index(number) for number in numbers])


def suns_left(priests: Sequence[Priest]) -> tuple[int, ...]:
    """The sun stones that no priest has won yet, the next one first."""
    return SUN_STONES[sum([stone > 0 for priest in priests for stone in priest.depot]) :]


def fires_left(priests: Sequence[Priest]) -> tuple[int, ...]:
    """The fire stones that no priest has got yet, the next one first."""
    return FIRE_STONES[sum([stone < 0 for priest in priests for stone in priest.depot]) :]


def steps(priests: Sequence[Priest], numbers: Sequence[int], is_sun: bool, first: int) -> tuple[Step, ...]:
    """What the cards `numbers` on the stairs N E S W do when the `first` priest, 4 or 1, begins."""
    assert len(numbers) == len(STAIRS)
    stairs = dict(zip(moved_by(numbers), STAIRS, strict=True))
    standing = [priest.field for priest in priests]
    suns, fires, prizes = suns_left(priests), fires_left(priests), PRIZES[is_sun]
    result = []
    for number in range(LARGEST, 0, -1) if first == LARGEST else range(1, LARGEST + 1):
        start = standing[number - 1]
        assert start is not None
        end = STEPS[stairs[number]][start]
        stones: tuple[int, ...] = ()
        if end is None:
            stones = tuple([-stone for stone in fires[:LEAVING_FIRES]])
            fires = fires[LEAVING_FIRES:]
        elif end in standing:
            end = start
        else:
            prize = prizes[end]
            stones, suns = suns[:prize], suns[prize:]
        standing[number - 1] = end
        result.append(Step(number, start, end, stones))
    return tuple(result)


def after(priests: Sequence[Priest], made: Sequence[Step]) -> tuple[Priest, ...]:
    """The priests when the steps have been made."""
    now = list(priests)
    for step in made:
        now[step.priest - 1] = Priest(step.end, now[step.priest - 1].depot + step.stones)
    return tuple(now)


def cards(state: State) -> tuple[Laid, ...]:
    """The cards on the stairs N E S W, when all are covered."""
    laid = tuple([card for card in state.stairs if card is not None])
    assert len(laid) == len(STAIRS)
    return laid


def moved(state: State, action: Order) -> State:
    """The position after the start player chose the order: the priests are moved, and put back where none is asked."""
    laid = cards(state)
    made = steps(state.priests, [card.number for card in laid], state.sky_now.is_sun, action.first)
    return put_back(replace(state, priests=after(state.priests, made), last=Round(state.round, laid, made)))
