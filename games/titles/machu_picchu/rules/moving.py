"""Moving the priests: which card moves which, in what order, and what each step wins (MAC 6.3 to 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.engine.copies import copier, maker

from .data import FIRE_STONES, LARGEST, LEAVING_FIRES, SUN_STONES
from .precinct import PRIZES, STAIRS, STEPS
from .returning import put_back
from .state import Laid, Order, Priest, Round, State, Step

ORDERS = (Order(LARGEST), Order(1))
_ASCENDING = tuple(range(1, LARGEST + 1))
_DESCENDING = tuple(reversed(_ASCENDING))

_new_step = maker(Step)
_new_priest = maker(Priest)
_new_round = maker(Round)
_moved = copier(State, "priests", "last")


def moved_by(numbers: Sequence[int]) -> tuple[int, ...]:
    """The priest that each of four cards moves: the highest number moves the largest (MAC 6.3)."""
    ascending = sorted(numbers)
    return tuple([1 + ascending.index(number) for number in numbers])


def suns_left(priests: Sequence[Priest]) -> tuple[int, ...]:
    """The sun stones not yet won, the next one first."""
    return SUN_STONES[sum([_suns_in(priest.depot) for priest in priests]) :]


def fires_left(priests: Sequence[Priest]) -> tuple[int, ...]:
    """The fire stones not yet given to any priest, the next one first."""
    return FIRE_STONES[sum([len(priest.depot) - _suns_in(priest.depot) for priest in priests]) :]


@lru_cache(maxsize=1 << 14)
def _suns_in(depot: tuple[int, ...]) -> int:
    """The number of sun stones in a depot."""
    return sum([stone > 0 for stone in depot])


def steps(priests: Sequence[Priest], numbers: Sequence[int], is_sun: bool, first: int) -> tuple[Step, ...]:
    """The steps that the cards `numbers` on the stairs N E S W cause if the `first` priest, 4 or 1, moves first."""
    assert len(numbers) == len(STAIRS)
    stairs = [stair for _number, stair in sorted(zip(numbers, STAIRS, strict=True))]
    standing = [priest.field for priest in priests]
    suns, fires, prizes = suns_left(priests), fires_left(priests), PRIZES[is_sun]
    result = []
    for number in _DESCENDING if first == LARGEST else _ASCENDING:
        start = standing[number - 1]
        assert start is not None
        end = STEPS[stairs[number - 1]][start]
        stones: tuple[int, ...] = ()
        if end is None:
            stones = tuple([-stone for stone in fires[:LEAVING_FIRES]])
            fires = fires[LEAVING_FIRES:]
        elif end in standing:
            end = start
        elif prize := prizes[end]:
            stones, suns = suns[:prize], suns[prize:]
        standing[number - 1] = end
        result.append(_new_step(number, start, end, stones))
    return tuple(result)


def after(priests: Sequence[Priest], made: Sequence[Step]) -> tuple[Priest, ...]:
    """The priests after these steps."""
    now = list(priests)
    for step in made:
        if step.end != step.start:
            now[step.priest - 1] = _new_priest(step.end, now[step.priest - 1].depot + step.stones)
    return tuple(now)


def cards(state: State) -> tuple[Laid, ...]:
    """The cards on the stairs N E S W; all stairs must be covered."""
    laid = tuple([card for card in state.stairs if card is not None])
    assert len(laid) == len(STAIRS)
    return laid


def after_moving(state: State, action: Order) -> State:
    """The position after the start player chooses the order: priests move, and return where that needs no choice."""
    laid = cards(state)
    made = steps(state.priests, [card.number for card in laid], state.sky_now.is_sun, action.first)
    return put_back(_moved(state, after(state.priests, made), _new_round(state.round, laid, made)))
