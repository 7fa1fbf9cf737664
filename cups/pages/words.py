"""Cups in words: systems, games, points, and the tie-break between people with equal points."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cups.models import Cup
from cups.pairing.standings import Line
from games import catalogue

SYSTEMS: dict[str, str | Promise] = {
    Cup.System.SWISS: gettext_lazy("Swiss system"),
    Cup.System.ROBIN: gettext_lazy("Round robin"),
    Cup.System.KNOCK_OUT: gettext_lazy("Knock-out"),
    Cup.System.DUPLICATE: gettext_lazy("Duplicate"),
}
"""The names of the systems."""

ALL_GAMES = gettext_lazy("Four Cities")
"""The name of a cup in which each round is another game."""


def system_name(cup: Cup) -> str:
    """The name of the cup's system."""
    return str(SYSTEMS[cup.system])


def game_of(cup: Cup) -> str:
    """The name of the cup's game, or the name for a cup of all games."""
    return catalogue.name(cup.game) if cup.game else str(ALL_GAMES)


def number(points: Fraction) -> str:
    """Points with at most two decimals, without trailing zeros: 2, 1.5, 0.67."""
    text = f"{float(points):.2f}".rstrip("0").rstrip(".")
    _whole, _point, decimals = text.partition(".")
    return number_format(text, decimal_pos=len(decimals))


def why_before(line: Line, behind: Line) -> str:
    """The tie-break that places a line before the next; "" if their points differ or they share the place."""
    if line.points != behind.points or line.place == behind.place:
        return ""
    if line.opponents != behind.opponents:
        return _("ahead on opponents’ points")
    if line.direct != behind.direct:
        return _("ahead on results against each other")
    return _("ahead on tables won")
