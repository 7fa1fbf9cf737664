"""Builds lists of action texts from words, with which a game enumerates every action that it can ever ask for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, combinations, product


def texts(*parts: str) -> list[str]:
    """The actions that take one word of each part; the words of a part are separated by spaces."""
    return [" ".join(words) for words in product(*(part.split() for part in parts))]


def count(first: int, last: int) -> str:
    """The integers from `first` to `last`, as the words of a part."""
    return " ".join(map(str, range(first, last + 1)))


def sums(words: str, sizes: range) -> str:
    """`a+b+…` for every choice of that many of the words, in their order, as words of a part."""
    return " ".join("+".join(chosen) for size in sizes for chosen in combinations(words.split(), size))


def chained(*lists: Iterable[str]) -> tuple[str, ...]:
    """The lists joined into one."""
    return tuple(chain(*lists))
