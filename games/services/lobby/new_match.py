"""Creates the rows of a new match."""

import secrets
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import Options
from games.engine.variants import changed, options_text
from games.models import Match, Seat

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters and digits of codes, without those that look alike, such as l and 1."""

CODE_LENGTH = 8
"""With 31 ** 8 codes, a new one hardly ever meets one that is in use."""


def new_code() -> str:
    """A code that no other match has, with near certainty."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


def new_invite() -> str:
    """The secret end of the link with which people can join a match."""
    return secrets.token_urlsafe(12)


def match_new(
    *, game: str, sitting: Sequence[User | str | None], options: Options | None = None, **columns: Any
) -> Match:
    """Create the match and its seats, still open: each seat is given a user, the name of a person at the host's device,
    or nobody.

    `columns` are the other columns of the match. The caller has checked everything, holds a transaction, and starts the
    match if no seat is free.
    """
    match = Match.objects.create(
        code=new_code(),
        invite=new_invite(),
        game=game,
        seat_count=len(sitting),
        options=options_text(changed(GAMES[game], options or {})),
        rules_version=GAMES[game].RULES_VERSION,
        **columns,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, name_at_device=who)
        if isinstance(who, str)
        else Seat(match=match, number=number, user=who)
        for number, who in enumerate(sitting)
    )
    return match
