"""Arguments shared by commands; their error messages name what is allowed."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from games.engine import GAMES
from games.engine.contract import Options
from games.engine.variants import options_from

SECONDS_HELP = "think so long about a decision at most (default: a level takes its own time, a program 1 second)"


def add_game(parser: ArgumentParser) -> None:
    """Add `--game`."""
    parser.add_argument("--game", required=True, choices=sorted(GAMES), help="the game's key")


def add_seats(parser: ArgumentParser, *, required: bool = True) -> None:
    """Add `--seats`."""
    parser.add_argument("--seats", required=required, type=int, help="number of seats")


def table_sizes(text: str) -> tuple[int, ...]:
    """The seat counts in `text`, separated by commas."""
    return tuple(positive(number) for number in text.split(","))


def add_options(parser: ArgumentParser) -> None:
    """Add `--options`."""
    parser.add_argument("--options", type=options, default={}, help="variants as name=value;name=value")


def options(text: str) -> Options:
    """The options in `text`, which is written as in records. Raises ArgumentTypeError."""
    try:
        return options_from(text)
    except ValueError as wrong:
        raise ArgumentTypeError(str(wrong)) from None


def positive(text: str) -> int:
    """The whole number, at least 1, in `text`. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def seconds(text: str) -> float:
    """The number of seconds, above 0, in `text`. Raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value
