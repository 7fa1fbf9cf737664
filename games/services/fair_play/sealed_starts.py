"""Deals that several people play under a seal: nobody opens a game of one as a study before the seal is over.

Someone who plays such a deal could have a second account open a copy of the game, and study it there. A record counts
as a copy if it begins like the deal: as everyone sees it or, if anyone can begin to play it, as the seat sees it that
they all have. So a refusal reveals nothing that is hidden; if later positions were compared, it would reveal what is
dealt next. Starts that many deals share are not compared either (see `games.engine.apart`): most of The Princes do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from common.refusals import Refused
from games.engine import GAMES
from games.engine.record import Record, positions
from games.services.fair_play.fingerprints import seen


class SealedDeal(NamedTuple):
    """A deal, with the usual options, and the seat of all who play it; None if they have different ones."""

    text: str
    seat: int | None


FINDERS: list[Callable[[str, int], Iterable[SealedDeal]]] = []
"""Each is called with a game and a number of seats, and returns the deals that are sealed now."""


def check_not_sealed(record: Record) -> None:
    """Raise Refused while `record` begins like a sealed deal."""
    deals = [deal for find in FINDERS for deal in find(record.game, record.seats)]
    if any(_begins_like(record, deal) for deal in deals):
        raise Refused(still_sealed())


def still_sealed() -> str:
    """The text of the refusal."""
    return _("Others are still playing this deal. You can open this game here once they have finished.")


def _begins_like(record: Record, deal: SealedDeal) -> bool:
    game, seats = GAMES[record.game], record.seats
    begun = replace(record, options={}, deal=deal.text, plies=(), result=None)
    there = seen(game, next(iter(positions(begun))), deal.seat, seats)
    if not there.tells:
        return False
    start, seat = next(iter(positions(replace(record, plies=(), result=None)))), deal.seat
    if seat is not None:  # the same place from the seat to move: numbers of seats do not matter
        seat = (seen(game, start, None, seats).first + seat - there.first) % seats
    return seen(game, start, seat, seats).text == there.text
