"""Template filters for how matches ended, for lists of matches."""

from django import template

from games.pages.boards.page import before_the_end, reasons
from games.selectors.position import endings
from games.selectors.records.lists import Row

register = template.Library()


@register.filter
def how_it_ended(row: Row) -> str:
    """The reason why a match ended, in words; "" while it is running."""
    return before_the_end(row.match, row.seats) or str(dict(reasons(row.match.game)).get(row.match.reason, ""))


@register.filter
def is_given_up(row: Row) -> bool:
    """Whether one of two players resigned without leaving anyone alone (see `endings.given_up`)."""
    return endings.given_up(row.match, row.seats)
