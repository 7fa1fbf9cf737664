"""Template tags and filters that only match pages need."""

from collections.abc import Sequence

from django import template

from common.enumerating import enumerated, minus
from games import catalogue
from games.models import Match, Seat
from games.selectors.position.engines import options_of

register = template.Library()
register.filter("minus", minus)


@register.filter
def free(seats: Sequence[Seat]) -> int:
    """The number of free seats."""
    return sum(seat.user_id is None for seat in seats)


@register.filter
def trend(points: int) -> str:
    """The CSS class for a change by `points`, with a leading space: up, down, or "" for none."""
    return _TRENDS[(points > 0) - (points < 0)]


_TRENDS = {1: " delta--up", 0: "", -1: " delta--down"}


@register.simple_tag
def variants(match: Match) -> str:
    """The variants a match is played with, in words; "" for the printed game."""
    return enumerated(catalogue.variants(match.game, options_of(match)))
