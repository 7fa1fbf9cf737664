"""The arguments that the commands share, as `games.console.arguments` reads them, in the words of Django."""

from __future__ import annotations

from django.core.management.base import CommandError

from games.console.arguments import add_game, add_options, add_seats, options, positive, seconds, table_sizes
from games.engine.contract import AnyGame, BadDeal, Options, check_table

__all__ = ["add_game", "add_options", "add_seats", "check", "options", "positive", "seconds", "table_sizes"]


def check(game: AnyGame, seats: int, options: Options) -> None:
    """Raise CommandError for a table that `game` does not have, naming what is allowed."""
    try:
        check_table(game, seats, options)
    except BadDeal as wrong:
        raise CommandError(str(wrong)) from None
