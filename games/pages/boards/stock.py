"""What a seat owns in public."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Stock:
    """A number (or a short text) beside a seat's name; `change` is what the last action did to it.

    `drawing` is the static file with the picture, `symbol` the picture in it; `css` is a style class besides its name.
    """

    name: str
    label: str | Promise
    drawing: str
    symbol: str
    count: int | str
    change: int = 0
    css: str = ""
