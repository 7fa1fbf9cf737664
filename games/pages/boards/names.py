"""Who is who on a match page: names as the reader reads them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Seat
from games.pages.enumerating import enumerated

if TYPE_CHECKING:
    from games.selectors.positions import Position


def before_the_fork(position: Position) -> Position:
    """The position of a match that plays on from another one, for telling what was played there: whoever sits here now
    has not done it, and who did is told by the other match, to whom it may be told.
    """
    return replace(position, seat=None, seats=[Seat(number=seat.number) for seat in position.seats])


def seat_name(position: Position, number: int) -> str:
    """The name shown for a seat: with a number where somebody has several; in the study of a record nobody sits."""
    user = position.seats[number].user
    if user is None:
        return _("Player {number}").format(number=number + 1)
    own = [seat.number for seat in position.seats if seat.user == user]
    return user.shown_name if len(own) == 1 else f"{user.shown_name} {own.index(number) + 1}"


def name_of(position: Position, number: int) -> str:
    """The name of a seat, "you" for the reader's own."""
    return pgettext("in a list", "you") if number == position.seat else seat_name(position, number)


def says(position: Position, seat: int, you: str, other: str, /, **parts: Any) -> SafeString:
    """One sentence about a seat: `you` when it is the reader's own, else `other` with its `{name}`."""
    name = format_html("<b>{}</b>", seat_name(position, seat))
    return format_html(you if seat == position.seat else other, name=name, **parts)


def strong(text: object) -> SafeString:
    """The text as the important word of a sentence."""
    return format_html("<b>{}</b>", text)


def sentences(said: Iterable[SafeString | str]) -> SafeString:
    """Sentences one after the other."""
    return format_html_join(" ", "{}", ((sentence,) for sentence in said))


def amounts(position: Position, gains: Iterable[tuple[int, int]]) -> str:
    """Seats with what each gets, the most first: "Wen Li 4, you 3"."""
    most_first = sorted(gains, key=lambda gain: -gain[1])
    return enumerated(f"{name_of(position, number)} {amount}" for number, amount in most_first)
