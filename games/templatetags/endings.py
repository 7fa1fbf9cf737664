"""How matches ended, for lists of them."""

from django import template

from games.pages.boards.page import before_the_end, reasons
from games.selectors.position import endings
from games.selectors.records.lists import Row

register = template.Library()


@register.filter
def how_it_ended(row: Row) -> str:
    """In words what ended a match; "" for one that goes on."""
    return before_the_end(row.match, row.seats) or str(dict(reasons(row.match.game)).get(row.match.reason, ""))


@register.filter
def is_given_up(row: Row) -> bool:
    """Whether one of two gave up, who has not left anyone alone by that."""
    return endings.given_up(row.match, row.seats)
