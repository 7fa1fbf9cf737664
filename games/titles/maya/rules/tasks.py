"""Task cards and the announcement of the end, with three and four seats (MAY 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from .board import CENTRE
from .data import TASKS
from .pieces import Towers, is_finished
from .state import Action, End, State, Swap
from .swaps import SWAPS, finishing, swaps
from .turns import legal_swaps, mover

END = End()
_LAST_SWAPS = {swap: replace(swap, is_end=True) for of_pair in SWAPS.values() for swap in of_pair.values()}


def centre_card(state: State) -> str | None:
    """The open card: the colour of the centre tower's base. None before the cards are dealt."""
    return state.towers[CENTRE - 1][0] if state.deck and state.seen else None


def tasks(state: State) -> tuple[str, ...]:
    """The two colours of each seat in the order dealt, without the centre card; none before the cards are dealt."""
    centre = centre_card(state)
    return _dealt(state.deck, centre, state.seats) if centre else ()


@lru_cache(maxsize=256)
def _dealt(deck: str, centre: str, seats: int) -> tuple[str, ...]:
    cards = deck.replace(centre, "")
    return tuple(cards[seat * TASKS : (seat + 1) * TASKS] for seat in range(seats))


def choices(state: State) -> tuple[Action, ...]:
    """The swaps of the seat to move, each followed by the same swap with an announcement if that is allowed."""
    legal, centre_swaps = legal_swaps(state), _swaps_to_finish_one(state.towers, [CENTRE])
    if centre_swaps == []:
        return legal
    return _with_last_ones(legal, centre_swaps, state.towers, tasks(state)[mover(state)])


def _with_last_ones(
    legal: tuple[Swap, ...], centre_swaps: list[Swap] | None, towers: Towers, own: str
) -> tuple[Action, ...]:
    """The legal swaps and announcements of a seat that holds these task cards."""
    own_swaps = _swaps_to_finish_one(towers, [number for number, tower in enumerate(towers, 1) if tower[0] in own])
    last = {
        swap
        for swap in legal
        if (centre_swaps is None or swap in centre_swaps) and (own_swaps is None or swap in own_swaps)
    }
    actions = [action for swap in legal for action in ((swap, _LAST_SWAPS[swap]) if swap in last else (swap,))]
    return (*actions, END) if centre_swaps is None and own_swaps is None else tuple(actions)


def _swaps_to_finish_one(towers: Towers, numbers: list[int]) -> list[Swap] | None:
    """The swaps that would complete one of these towers; None if one is complete already."""
    found: list[Swap] = []
    for number in numbers:
        if is_finished(towers[number - 1]):
            return None
        found += finishing(towers, number)
    return found


def hangs_on_tasks(towers: Towers, monolith: tuple[int, int] | None, cards: Iterable[str]) -> bool:
    """Whether the legal actions depend on which of these task cards the deciding seat holds."""
    legal, centre_swaps = swaps(towers, monolith, None), _swaps_to_finish_one(towers, [CENTRE])
    return len({_with_last_ones(legal, centre_swaps, towers, "".join(own)) for own in combinations(cards, TASKS)}) > 1


def after_announcing(state: State, action: End) -> State:
    """The position after the end is announced instead of a swap."""
    return replace(state, announced=mover(state))
