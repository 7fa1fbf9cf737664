"""The shared arguments of `games.console.arguments`, for Django commands."""

from __future__ import annotations

from django.core.management.base import CommandError

from games.console.arguments import add_game, add_options, add_seats, options, positive, seconds, table_sizes
from games.engine.contract import AnyGame, BadDeal, Options, check_table

__all__ = ["add_game", "add_options", "add_seats", "check", "options", "positive", "seconds", "table_sizes"]


def check(game: AnyGame, seats: int, options: Options) -> None:
    """Raise CommandError, which says what is allowed, for a seat count or options that `game` does not have."""
    try:
        check_table(game, seats, options)
    except BadDeal as wrong:
        raise CommandError(str(wrong)) from None
