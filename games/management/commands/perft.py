"""Count the action sequences of a game, to compare with a number found independently."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import GAMES
from games.engine.contract import AnyGame, BadDeal, Options
from games.management.arguments import add_game, add_options, add_seats, check, positive


class Command(BaseCommand):
    help = "Count the sequences of exactly DEPTH actions that a deal allows."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        add_seats(parser, required=False)
        add_options(parser)
        parser.add_argument("--deal", required=True, help="the deal as a record writes it")
        parser.add_argument("--depth", required=True, type=positive, help="how many actions")

    def handle(self, *, game: str, seats: int | None, options: Options, deal: str, depth: int, **_: Any) -> None:
        rules = GAMES[game]
        state = rules.start(the_deal(rules, seats, options, deal))
        self.stdout.write(str(sequences(rules, state, depth)))


def the_deal(game: AnyGame, seats: int | None, options: Options, text: str) -> Any:
    """The deal that `text` describes; without `seats` for the one seat count that it fits. Raises CommandError."""
    fitting: list[Any] = []
    reasons: list[str] = []
    for count in game.SEATS if seats is None else (seats,):
        check(game, count, options)
        try:
            fitting.append(game.parse_deal(count, options, text))
        except BadDeal as wrong:
            reasons.append(f"with {count} seats: {wrong}")
    if not fitting:
        raise CommandError(f"not a deal of {game.KEY}; {'; '.join(reasons)}")
    if len(fitting) > 1:
        raise CommandError("this deal fits more than one seat count: add --seats")
    return fitting[0]


def sequences(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` actions begin in `state`: none when the game ends sooner."""
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(sequences(game, game.apply(state, action), depth - 1) for action in legal)
