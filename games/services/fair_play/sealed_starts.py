"""Deals that anyone can begin to play under a seal: nobody opens a game of one as a study before the seal is over.

Someone who plays such a deal could have a second account open a copy of the game, and study it there. A record counts
as a copy if it begins like the deal as the seat sees it that everyone plays. Anyone may see that start, so a refusal
reveals nothing; if later positions were compared, it would reveal what is dealt next. Starts that many deals share are
not compared either (see `games.engine.apart`): in The Princes, most look alike.
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
    """A deal that anyone can begin to play, with its usual options, and the seat that people have."""

    text: str
    seat: int


FINDERS: list[Callable[[str, int], Iterable[SealedDeal]]] = []
"""Each is called with a game and a number of seats, and returns the deals that can be begun now."""


def check_not_sealed(record: Record) -> None:
    """Raises Refused while `record` begins like a sealed deal that anyone can begin."""
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
    start = next(iter(positions(replace(record, plies=(), result=None))))
    # The same place from the seat to move: numbers of seats do not matter.
    seat = (seen(game, start, None, seats).first + deal.seat - there.first) % seats
    return seen(game, start, seat, seats).text == there.text
