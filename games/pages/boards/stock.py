"""The public stock of a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Stock:
    """A number (or a short text) beside a seat's name; `change` is what the last action did to it.

    `drawing` is the static file with the picture, `symbol` the picture in it; `css` is a class in addition to its name.
    `change_label` is the label beside the change, if it differs from the one beside the count. A `label` in words is
    compared faster than a Promise, with every board, to find out whether a seat has what it had.
    """

    name: str
    label: str | Promise
    drawing: str
    symbol: str
    count: int | str
    change: int = 0
    css: str = ""
    change_label: str = ""


def counted(name: str, words: Callable[[int], str], drawing: str, symbol: str, count: int, change: int = 0) -> Stock:
    """A stock of things: `words` names that many of them, for use beside their number: "point" for 1."""
    return Stock(name, words(count), drawing, symbol, count, change, change_label=words(abs(change)))
