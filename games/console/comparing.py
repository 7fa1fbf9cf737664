"""Commands to compare implementations of the rules: trace, replay and perft, for `python -m games` and `manage.py`."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random

from games.ai.scripted_bots import play, uniform
from games.ai.tables import mixed_table
from games.console.arguments import add_game, add_options, add_seats, positive
from games.console.counting import sequences, the_deal
from games.console.tracing import trace
from games.engine import GAMES, repairing
from games.engine.contract import check_table
from games.engine.record import RecordError, read, replay

TRACE_HELP = "play a game at random and print it as one JSON object"
REPLAY_HELP = "check a record by playing it again: say ok, or FILE:LINE: what is wrong"
PERFT_HELP = "count the sequences of exactly DEPTH actions that a deal allows"


class Trouble(Exception):
    """A command failed; the message is for people."""


class Unsound(Exception):
    """A record has errors; the message has a line for each of them."""


def add_trace(parser: ArgumentParser) -> None:
    """Add the arguments of `traced`."""
    add_game(parser)
    add_seats(parser)
    add_options(parser)
    parser.add_argument("--seed", required=True, help="the same seed gives the same game")
    parser.add_argument(
        "--policy",
        choices=("random", "mixed"),
        default="random",
        help="random: any legal action, equally likely; mixed: a random simple character in each seat",
    )


def traced(asked: Namespace) -> str:
    """A game played at random, as JSON (`trace`). Raises BadDeal."""
    game, seats = GAMES[asked.game], asked.seats
    check_table(game, seats, asked.options)
    deal = game.deal(seats, asked.options, Random(f"{asked.seed}/deal"))
    rng = Random(f"{asked.seed}/{asked.policy}")
    players = mixed_table(game, seats, rng) if asked.policy == "mixed" else [uniform] * seats
    return json.dumps(trace(game, seats, asked.options, deal, play(game, deal, players, rng)))


def add_replay(parser: ArgumentParser) -> None:
    """Add the arguments of `replayed`."""
    parser.add_argument("file", type=Path, help="the record")
    parser.add_argument("--trace", action="store_true", help="print the game as `trace` does")


def replayed(asked: Namespace) -> str:
    """A line that says the record is sound or, with `--trace`, its game as JSON. Raises Trouble and Unsound."""
    try:
        record = read(_text_of(asked.file))
    except RecordError as wrong:
        place = f"{asked.file}:{wrong.line}"
        odd = [f"{place}:{character.column}: {character.name}" for character in wrong.odd]
        raise Unsound("\n".join([f"{place}: {wrong.reason}", *odd])) from None
    if asked.trace:
        game = GAMES[record.game]
        deal = game.parse_deal(record.seats, record.options, record.deal)
        return json.dumps(trace(game, record.seats, record.options, deal, replay(record)))
    return f"{asked.file}: ok, {len(record.plies)} actions, {record.result or 'not finished'}"


def _text_of(file: Path) -> str:
    """The text of the file. Raises Trouble if it cannot be read, RecordError if it is not text."""
    try:
        content = file.read_bytes()
    except OSError as wrong:
        raise Trouble(f"{file}: {wrong.strerror}") from None
    try:
        return repairing.text_of(content)
    except UnicodeDecodeError as wrong:
        raise RecordError(content.count(b"\n", 0, wrong.start) + 1, "not UTF-8 text") from None


def add_perft(parser: ArgumentParser) -> None:
    """Add the arguments of `counted`."""
    add_game(parser)
    add_seats(parser, required=False)
    add_options(parser)
    parser.add_argument("--deal", required=True, help="the deal, as in a record")
    parser.add_argument("--depth", required=True, type=positive, help="how many actions deep")


def counted(asked: Namespace) -> str:
    """The number of action sequences, as text. Raises BadDeal."""
    game = GAMES[asked.game]
    return str(sequences(game, game.start(the_deal(game, asked.seats, asked.options, asked.deal)), asked.depth))
