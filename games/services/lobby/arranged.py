"""Arranged matches: the players and their seats are given by the caller."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import Options, check_seats
from games.models import Match
from games.paces import PACES
from games.services.lobby.matches import match_begin
from games.services.lobby.new_match import match_new


def match_arrange(
    *,
    host: User | None,
    game: str,
    players: Sequence[User],
    rated: bool,
    pace: str,
    weekends_off: bool,
    options: Options | None = None,
    access: str = Match.Access.ANYBODY,
    club: int | None = None,
    deal_text: str = "",
    thoughts: int | None = None,
    sealed_until: datetime | None = None,
) -> Match:
    """Start a match of `players`, seated in this order; the first moves first.

    `access` says who may watch; `club` is the key of the club to which the match belongs. The match is never open to
    others, not even for a moment. The `host`, if any, may have any number of tables: the caller checks the limit,
    towards which the match counts if the host plays in it. With computer players only it is unrated. If others play the
    same `deal_text`, it is sealed until `sealed_until`, and computer players get this number of `thoughts` for each
    decision. Raises BadDeal for a number of seats that the game does not have.
    """
    check_seats(GAMES[game], len(players))
    with transaction.atomic():
        match = match_new(
            game=game,
            sitting=players,
            options=options,
            access=access if sealed_until is None else Match.Access.LINK,
            pace=pace,
            weekends_off=weekends_off and PACES[pace].is_slow,
            rated=rated and any(not player.is_computer for player in players),
            seats_drawn=False,
            host=host,
            club_id=club,
            thoughts=thoughts,
            sealed_until=sealed_until,
        )
        match_begin(match, as_seated=True, deal_text=deal_text)
    return match
