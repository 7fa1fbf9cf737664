"""The words of Machu Picchu: stairs, fields, skies and steps."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import Promise

from common.enumerating import listed, minus
from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.titles.machu_picchu.rules.precinct import CENTRE, SUN_FIELDS
from games.titles.machu_picchu.rules.sky import Sky
from games.titles.machu_picchu.rules.state import Step

STAIRS: dict[str, str | Promise] = {
    "N": gettext_lazy("north"),
    "E": gettext_lazy("east"),
    "S": gettext_lazy("south"),
    "W": gettext_lazy("west"),
}
"""The stairs, in the order in which they are always listed."""

ON_STAIRS: dict[str, str | Promise] = {
    "N": gettext_lazy("the north stair"),
    "E": gettext_lazy("the east stair"),
    "S": gettext_lazy("the south stair"),
    "W": gettext_lazy("the west stair"),
}

MOVES: dict[str, str | Promise] = {
    "N": gettext_lazy("moves south"),
    "E": gettext_lazy("moves west"),
    "S": gettext_lazy("moves north"),
    "W": gettext_lazy("moves east"),
}
"""The direction in which a card moves its priest: away from the card's stair (MAC 3.1)."""


def signed(value: int) -> str:
    """A number of points with its sign: +5, 0, −3."""
    return f"+{value}" if value > 0 else minus(value)


def field_name(field: str) -> str:
    """A field in words, with its kind if it is special: "c3, the centre"."""
    if field == CENTRE:
        return _("{field}, the centre").format(field=field)
    return _("{field}, a sun field").format(field=field) if field in SUN_FIELDS else field


def both(stones: Iterable[int]) -> str:
    """The values of stones in words: "5", "5 and 6"."""
    return listed(abs(stone) for stone in stones)


def step_words(step: Step) -> str:
    """A step in words that follow the priest's name: "moves to c3, winning 5 and 5"."""
    if step.end is None:
        if step.stones:
            return _("goes over the wall, taking fire stone {stone}").format(stone=both(step.stones))
        return _("goes over the wall")
    if step.end == step.start:
        return _("is blocked on {field}").format(field=step.start)
    if step.stones:
        return _("moves to {field}, winning {stones}").format(field=step.end, stones=both(step.stones))
    return _("moves to {field}").format(field=step.end)


def step_mark(step: Step) -> str:
    """A step in a few letters: the points that it brings, or else where it leads."""
    if step.stones:
        return signed(sum(step.stones))
    if step.end is None:
        return _("out")
    return _("stays") if step.end == step.start else step.end


def likely_move(priest: int, chance: float) -> str:
    """The priest that a card moves, in words, with the probability unless it is certain."""
    if chance == 1:
        return _("priest {priest} moves").format(priest=priest)
    return _("priest {priest} moves: {percent}%").format(priest=priest, percent=round(100 * chance))


def sky_name(sky: Sky) -> str:
    """The name of the sky: sun or moon."""
    return _("sun") if sky.is_sun else _("moon")


def marking(sky: Sky) -> str:
    """In words, whose cards lie face up until the reveal."""
    if sky.start_open == sky.others_open:
        return _("everyone plays face up") if sky.start_open else _("everyone plays face down")
    if sky.start_open:
        return _("the start player plays face up, everyone else face down")
    return _("the start player plays face down, everyone else face up")
