"""The arguments that the commands share, with answers that name what is allowed."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from django.core.management.base import CommandError

from games.engine import GAMES
from games.engine.contract import AnyGame, BadDeal, Options, check_table


def add_game(parser: ArgumentParser) -> None:
    """`--game`."""
    parser.add_argument("--game", required=True, choices=sorted(GAMES), help="the game's key")


def add_seats(parser: ArgumentParser, *, required: bool = True) -> None:
    """`--seats`."""
    parser.add_argument("--seats", required=required, type=int, help="how many sit at the table")


def table_sizes(text: str) -> tuple[int, ...]:
    """Numbers of seats, joined by commas."""
    return tuple(positive(number) for number in text.split(","))


def add_options(parser: ArgumentParser) -> None:
    """`--options`."""
    parser.add_argument("--options", type=options, default={}, help="variants as name=value;name=value")


def options(text: str) -> Options:
    """The options that `text` writes as records do: `name=value` pairs joined by `;`."""
    chosen: dict[str, str] = {}
    for pair in filter(None, text.split(";")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise ArgumentTypeError(f"{pair!r} is not name=value")
        if name in chosen:
            raise ArgumentTypeError(f"option {name} is there twice")
        chosen[name] = value
    return chosen


def positive(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def check(game: AnyGame, seats: int, options: Options) -> None:
    """Refuse a table that `game` does not have. Raises CommandError naming what is allowed."""
    try:
        check_table(game, seats, options)
    except BadDeal as wrong:
        raise CommandError(str(wrong)) from None
