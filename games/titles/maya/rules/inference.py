"""Inference of hidden task cards from swaps: a seat prefers swaps that help its own colours (MAY 5 and 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import exp, log
from operator import add

from .data import LEVELS
from .evaluation import WEIGHTS, worth_of_places
from .pieces import COLORS, Places, Towers, places
from .recall import RecalledView
from .state import Swap
from .swaps import SWAPS, swapped, swaps

KEENNESS = 1.0
"""The assumed keenness of a seat: a swap worth one point more to it is e to the power of this number times likelier.

Players that search choose more keenly (2 to 4 fits their games best), people and beginners less keenly.
"""
DOUBT = 0.05
"""The share of probability spread evenly over all deals, because nobody is obliged to play for their colours."""

Hands = tuple[str, ...]
"""The task cards of each seat whose cards are hidden."""


@lru_cache(maxsize=256)
def likely_hands(view: RecalledView) -> tuple[Sequence[Hands], Sequence[float]]:
    """Every way to deal the unseen task cards to the seats with hidden ones, and the cumulative chances."""
    hidden = [seat for seat, known in enumerate(view.tasks) if known is None]
    seen = (view.centre_card or "") + "".join(filter(None, view.tasks))
    unseen = [color for color in COLORS if color not in seen]
    ways = list(_ways_to_deal(unseen, len(hidden)))
    hands = tuple(combinations(unseen, 2))
    speaks: dict[int, Counter[str]] = {seat: Counter() for seat in hidden}
    for seat, towers, monolith, made in _past(view):
        if seat in speaks:
            speaks[seat].update(_speaks_for(towers, monolith, made, hands))
    said = [sum(speaks[seat][hand] for seat, hand in zip(hidden, way, strict=True)) for way in ways]
    most = max(said)
    likely = [exp(one - most) for one in said]
    total = sum(likely)
    return ways, list(accumulate((1 - DOUBT) * share / total + DOUBT / len(ways) for share in likely))


def _ways_to_deal(colors: Sequence[str], hands: int) -> Iterator[Hands]:
    """Every way to give each of this many hands two of the colours."""
    if not hands:
        yield ()
        return
    for pair in combinations(colors, 2):
        rest = [color for color in colors if color not in pair]
        for others in _ways_to_deal(rest, hands - 1):
            yield ("".join(pair), *others)


def _past(view: RecalledView) -> Iterator[tuple[int, Towers, tuple[int, int] | None, Swap]]:
    """The remembered swaps, the last one first: the seat that made each, and the towers and the monolith before it.

    Making a swap again undoes it. If the first swaps are not remembered (see `State.history`), the place of the
    monolith before the first remembered swap is unknown, so that swap is left out.
    """
    towers = view.towers
    forgotten = view.swaps - len(view.history)
    monoliths: list[tuple[int, int] | None] = [None, *((first, second) for first, second, _ in view.history)]
    for number in reversed(range(1 if forgotten else 0, len(view.history))):
        first, second, level = view.history[number]
        made = SWAPS[first, second][level]
        towers = swapped(towers, made)
        yield (forgotten + number) % view.seats, towers, monoliths[number], made


@lru_cache(maxsize=1 << 11)
def _speaks_for(
    towers: Towers, monolith: tuple[int, int] | None, made: Swap, hands: tuple[tuple[str, str], ...]
) -> Mapping[str, float]:
    """For each of the hands, the logarithm of the probability that its holder chooses this swap."""
    gains = _gains(towers, monolith)
    at = swaps(towers, monolith, None).index(made)
    speaks = {}
    for one, other in hands:
        keen = list(map(add, gains[one], gains[other]))
        speaks[one + other] = keen[at] - log(sum(map(exp, keen)))
    return speaks


@lru_cache(maxsize=1 << 11)
def _gains(towers: Towers, monolith: tuple[int, int] | None) -> Mapping[str, Sequence[float]]:
    """For every colour, how keen its owner is on each legal swap; computed only for the few colours a swap moves."""
    before = places(towers)
    worths = {color: worth_of_places(WEIGHTS, where) for color, where in before.items()}
    legal = swaps(towers, monolith, None)
    gains = {color: [0.0] * len(legal) for color in COLORS}
    for number, swap in enumerate(legal):
        for color, where in _moved(towers, before, swap):
            gains[color][number] = KEENNESS * (worth_of_places(WEIGHTS, where) - worths[color])
    return gains


def _moved(towers: Towers, before: Mapping[str, Places], swap: Swap) -> Iterator[tuple[str, Places]]:
    """The colours of the pieces that a swap moves, each with the towers of all its pieces afterwards."""
    after: dict[str, list[int]] = {}
    for origin, target in ((swap.first, swap.second), (swap.second, swap.first)):
        for level in range(swap.level - 1, LEVELS):
            color = towers[origin - 1][level]
            if color not in after:
                after[color] = list(before[color])
            after[color][level] = target
    return ((color, tuple(where)) for color, where in after.items())
