"""`python -m games COMMAND`: play, trace, replay, perft, match and protocol, without any site."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any

from games.ai import LEVELS, arena, choose, view_for
from games.ai.arena import Budgets, Pairing
from games.console.arguments import SECONDS_HELP, add_game, add_options, add_seats, positive, seconds
from games.console.comparing import (
    PERFT_HELP,
    REPLAY_HELP,
    TRACE_HELP,
    Trouble,
    Unsound,
    add_perft,
    add_replay,
    add_trace,
    counted,
    replayed,
    traced,
)
from games.console.program import Program
from games.console.protocol import Limits, converse
from games.engine import GAMES, record
from games.engine.contract import AnyGame, BadDeal, IllegalAction, check_table
from games.engine.record import Ply, Record, Step
from games.engine.result import result_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return its exit code."""
    asked = _parser().parse_args(arguments)
    try:
        code: int | None = asked.command(asked)
    except (Trouble, BadDeal) as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return 1
    except Unsound as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return code or 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog=f"python -m {__package__.partition('.')[0]}", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_play(commands.add_parser("play", help="play at the terminal against computer players"))
    for name, about, arguments, answer in (
        ("trace", TRACE_HELP, add_trace, traced),
        ("replay", REPLAY_HELP, add_replay, replayed),
        ("perft", PERFT_HELP, add_perft, counted),
    ):
        comparing = commands.add_parser(name, help=about)
        arguments(comparing)
        comparing.set_defaults(command=partial(_print, answer))
    between = "play a game between computer players and programs, and print its record"
    _add_match(commands.add_parser("match", help=between))
    as_program = "play as a program: lines in, lines out (docs/protocol.md)"
    _add_protocol(commands.add_parser("protocol", help=as_program))
    return parser


def _add_play(play: ArgumentParser) -> None:
    add_game(play)
    add_seats(play)
    add_options(play)
    play.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    play.add_argument("--level", choices=list(LEVELS), default="solid", help="level of the others (default solid)")
    play.add_argument("--seed", help="the same seed gives the same deal")
    play.set_defaults(command=_play)


def _add_match(match: ArgumentParser) -> None:
    add_game(match)
    add_options(match)
    match.add_argument(
        "--players",
        nargs="+",
        required=True,
        metavar="PLAYER",
        help=f"for each seat one of {', '.join(LEVELS)}, or the command of a program that speaks docs/protocol.md",
    )
    match.add_argument("--seed", default="0", help="the same seed gives the same deal (default 0)")
    match.add_argument("--seconds", type=seconds, help=SECONDS_HELP)
    match.add_argument(
        "--nodes", type=positive, help="search iterations per decision instead of a time, for repeatable games"
    )
    match.set_defaults(command=_match)


def _add_protocol(protocol: ArgumentParser) -> None:
    protocol.add_argument("--level", choices=list(LEVELS), default="expert", help="level to play at (default expert)")
    protocol.add_argument("--seed", help="the same seed gives the same answers to `go nodes`")
    protocol.set_defaults(command=_protocol)


def _print(answer: Callable[[Namespace], str], asked: Namespace) -> None:
    print(answer(asked))


def _play(asked: Namespace) -> int | None:
    game = GAMES[asked.game]
    check_table(game, asked.seats, asked.options)
    deal = game.deal(asked.seats, asked.options, Random(None if asked.seed is None else f"{asked.seed}/deal"))
    if not 0 <= asked.seat < asked.seats:
        raise Trouble(f"there is no seat {asked.seat}; allowed: 0 to {asked.seats - 1}")
    rng = Random(asked.seed)
    state = game.start(deal)
    while (mover := game.to_move(state)) is not None:
        if mover == asked.seat:
            action = _asked_for(game, state, asked.seat)
            if action is None:
                return 1
        else:
            choice = choose(game, view_for(game, state, mover, asked.level), mover, asked.level, rng)
            action = game.parse(state, choice.action)
        after = game.apply(state, action)
        print(f"{mover} {game.shown(state, action, after, asked.seat)}")
        state = after
    print(game.diagram(game.view(state, asked.seat)))
    outcome = game.outcome(state)
    assert outcome is not None
    print(result_of(outcome))
    return None


def _asked_for(game: AnyGame, state: Any, seat: int) -> Any:
    """The action that the player types; None at the end of input."""
    print(game.diagram(game.view(state, seat)))
    legal = game.legal_actions(state)
    print("\n".join(f"{number:>4}  {action}" for number, action in enumerate(legal, 1)))
    while True:
        try:
            text = input("your action, or its number: ").strip()
        except EOFError:
            return None
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        try:
            return game.parse(state, text)
        except IllegalAction as wrong:
            print(wrong)


def _match(asked: Namespace) -> None:
    game, seats = GAMES[asked.game], len(asked.players)
    check_table(game, seats, asked.options)
    pairing = Pairing(tuple(asked.players), f"{asked.seed}/deal", f"{asked.seed}/play")
    steps: list[Step] = []
    with ExitStack() as ending:
        programs = {
            player: ending.enter_context(Program(player, Limits(asked.seconds, asked.nodes)))
            for player in dict.fromkeys(asked.players)
            if player not in LEVELS
        }
        budgets = Budgets(asked.seconds, asked.nodes)
        found = arena.play(game, asked.options, pairing, budgets, programs, steps)
    if found.fault is not None:
        raise Trouble(str(found.fault))
    plies = tuple(Ply(step.seat, str(step.action)) for step in steps)
    text = game.deal_text(arena.deal_of(game, asked.options, pairing))
    result = str(result_of(found.outcome))
    print(
        record.write(Record(game.KEY, game.RULES_VERSION, seats, asked.options, text, plies, result)),
        end="",
    )


def _protocol(asked: Namespace) -> None:
    def say(line: str) -> None:
        print(line, flush=True)

    converse(sys.stdin, say, asked.level, Random(asked.seed))
