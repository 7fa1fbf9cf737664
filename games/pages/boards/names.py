"""Names on a match page, as the reader sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from common.enumerating import enumerated, gap
from common.sentences import gettext as _
from common.sentences import pgettext
from games.models import Seat

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def before_the_fork(position: Position) -> Position:
    """The position of a match that plays on from another one, without names, to put the inherited actions into words.
    The people who sit here now did not play them; the other match names those who did, to readers who may see it.
    """
    return replace(position, seat=None, seats=[Seat(number=seat.number) for seat in position.seats])


def as_decided(position: Position, step: int | None = None) -> Position:
    """The position, to put into words what is decided after `step` (None: now): in seats that their players have left
    by then, it is named as the computer players' doing, not as the reader's or that of the person who sat there.
    """
    left = position.left_at(position.step if step is None else step)
    if not left:
        return position
    told = replace(position, seat=None if position.seat in left else position.seat)
    told.names.update((number, _name_of_stand_in(position, number)) for number in left)
    return told


def _name_of_stand_in(position: Position, number: int) -> str:
    """The computer player that decides for a seat whose player has left, with whom it replaces."""
    player = position.seats[number].stand_in
    assert player is not None
    if number == position.seat:
        return _("{computer} (for you)").format(computer=player.shown_name)
    return stand_in_name(player.shown_name, seat_name(position, number))


def stand_in_name(computer: str, name: str) -> str:
    """The name of a computer player that decides for someone who has left."""
    return _("{computer} (for {name})").format(computer=computer, name=name)


def seat_name(position: Position, number: int) -> str:
    """The name shown for a seat: with a number if someone has several; in the study of a record nobody sits.

    On one device it is the name that was given there, until someone claims the seat.
    """
    name = position.names.get(number)
    if name is None:
        name = position.names[number] = name_among(position.seats, number)
    return name


def name_among(seats: Sequence[Seat], number: int) -> str:
    """The name shown for one of the seats of a match."""
    user = seats[number].user
    if user is None:
        return seats[number].name_at_device or _("Player {number}").format(number=number + 1)
    key = user.pk  # The players of a lesson are not stored: none of them has a key.
    own = [seat.number for seat in seats if (seat.user_id == key if key else seat.user is user)]
    return user.shown_name if len(own) == 1 else f"{user.shown_name} {own.index(number) + 1}"


def typed(name: str) -> str:
    """A name that was typed for a match on one device, where it could be taken for that of a member; "" for none."""
    return _("“{name}”").format(name=name) if name else ""


def name_of(position: Position, number: int) -> str:
    """The name of a seat, or "you" for the reader's own."""
    return pgettext("in a list", "you") if number == position.seat else seat_name(position, number)


def says(position: Position, seat: int, you: str, other: str, /, **parts: Any) -> SafeString:
    """One sentence about a seat: `you` if it is the reader's own, otherwise `other` with its `{name}`."""
    name = format_html("<b>{}</b>", seat_name(position, seat))
    return format_html(you if seat == position.seat else other, name=name, **parts)


def strong(text: object) -> SafeString:
    """The text as the emphasized word of a sentence."""
    return format_html("<b>{}</b>", text)


def sentences(said: Iterable[SafeString | str]) -> SafeString:
    """The sentences, one after the other."""
    return format_html_join(gap(), "{}", ((sentence,) for sentence in said))


def amounts(position: Position, gains: Iterable[tuple[int, int]]) -> str:
    """Seats with what each gets, most first: "Wen Li 4, you 3"."""
    most_first = sorted(gains, key=lambda gain: -gain[1])
    return enumerated(f"{name_of(position, number)} {amount}" for number, amount in most_first)
