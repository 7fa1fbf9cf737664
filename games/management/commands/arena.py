"""Let computer players' levels play each other and external programs, and print results and thinking times."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ai import FORMER, LEVELS
from games.ai.arena import (
    Budgets,
    Pair,
    Pairing,
    Played,
    Score,
    Sides,
    evenly,
    pairings,
    pairs,
    play,
    round_robin,
    scores,
)
from games.ai.arena_log import ArenaLog, UnwritableLog
from games.ai.elo import Elo, ratings
from games.console.arguments import SECONDS_HELP
from games.console.program import Program
from games.console.protocol import Limits
from games.engine import GAMES
from games.engine.contract import Options, teams_of
from games.management.arguments import add_game, add_options, add_seats, check, positive, seconds


class Command(BaseCommand):
    help = "Play levels against each other, each equally often in every seat."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        add_seats(parser)
        add_options(parser)
        parser.add_argument(
            "--levels",
            required=True,
            type=named_levels,
            help=f"two or more of {', '.join(LEVELS)}; with --program, one is enough",
        )
        parser.add_argument(
            "--program",
            action="append",
            default=[],
            metavar="CMD",
            help="a program that speaks docs/protocol.md, started for each game; a second one is called program2",
        )
        parser.add_argument(
            "--games",
            type=positive,
            default=10,
            help="number of games, preferably a multiple of the levels (default 10)",
        )
        parser.add_argument(
            "--pairs",
            choices=("all", "neighbours"),
            help="play two at a time, --games for each pair of levels, instead of all at one table",
        )
        budget = parser.add_mutually_exclusive_group()
        budget.add_argument("--seconds", type=seconds, help=SECONDS_HELP)
        budget.add_argument(
            "--iterations", type=positive, help="search iterations per decision instead of a time, for repeatable games"
        )
        budget.add_argument(
            "--proportional",
            type=positive,
            help="search iterations per decision for the expert, for the others in proportion to their time",
        )
        parser.add_argument("--seed", default="0", help="the same seed gives the same deals (default 0)")
        parser.add_argument("--jobs", type=positive, default=1, help="number of processes (default 1)")
        parser.add_argument(
            "--keep",
            type=Path,
            metavar="FILE",
            help="save every game to this file, and skip those that are in it already",
        )
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *, game: str, seats: int, options: Options, levels: Sequence[str], **rest: Any) -> None:
        check(GAMES[game], seats, options)
        programs = _named(rest["program"])
        levels = (*levels, *programs)
        if len(levels) < 2:
            raise CommandError(f"name two or more levels, separated by commas: {', '.join(LEVELS)}")
        if programs and rest["keep"]:
            raise CommandError("--keep does not work with programs, since a program may have changed by the next time")
        sides = teams_of(GAMES[game], seats)
        even = evenly(len(sides)) if rest["pairs"] else len(levels)
        if rest["games"] % even:
            uneven = f"{rest['games']} games are not a multiple of {even}"
            self.stderr.write(f"{uneven}, so not every level sits in each seat equally often")
        tables = _tables(levels, sides, rest["games"], rest["seed"], rest["pairs"])
        budgets = Budgets(rest["seconds"], rest["iterations"], rest["proportional"])
        try:
            log = ArenaLog(rest["keep"], game, options, budgets)
            _play(partial(one_game, game, dict(options), budgets, programs), tables, log, rest["jobs"])
        except UnwritableLog as trouble:
            raise CommandError(str(trouble)) from trouble
        played = [log[table] for table in tables]
        for number, one in enumerate(played, 1):
            if one.fault is not None:
                self.stderr.write(f"game {number}: {one.fault}")
        report = Report(
            game=game,
            seats=seats,
            games=rest["games"],
            budgets=budgets,
            levels={score.level: score for score in scores(levels, played)},
            elo=ratings(levels, played),
            pairs=pairs(levels, played) if rest["pairs"] else [],
        )
        self.stdout.write(json.dumps(asdict(report)) if rest["json"] else "\n".join(_as_table(report)))


@dataclass(frozen=True, slots=True)
class Report:
    """The output of the command; times in seconds."""

    game: str
    seats: int
    games: int
    budgets: Budgets
    levels: dict[str, Score]
    elo: dict[str, Elo]
    pairs: list[Pair]


def named_levels(text: str) -> tuple[str, ...]:
    """The levels named in `text`, separated by commas and each once; former names are accepted."""
    named = tuple(FORMER.get(level, level) for level in text.split(","))
    for level in named:
        if level not in LEVELS:
            raise ArgumentTypeError(f"unknown level {level!r}; there are: {', '.join(LEVELS)}")
    if len(set(named)) < len(named):
        raise ArgumentTypeError("name each level once")
    return named


def _named(commands: Sequence[str]) -> dict[str, str]:
    """The commands of programs, by the names under which they play: `program`, `program2` and so on."""
    return {f"program{number}" if number > 1 else "program": command for number, command in enumerate(commands, 1)}


def _tables(levels: Sequence[str], sides: Sides, games: int, seed: str, meeting: str | None) -> list[Pairing]:
    """All games to play: every level at one table, or two at a time if `meeting` says which of them meet."""
    if meeting is None:
        return list(pairings(levels, sides, games, seed))
    return list(round_robin(levels, sides, games, seed, neighbours=meeting == "neighbours"))


def one_game(game: str, options: Options, budgets: Budgets, programs: Mapping[str, str], table: Pairing) -> Played:
    """Play one table in this process, which may be another than the command's; with programs of its own."""
    limits = Limits(budgets.seconds, budgets.iterations or budgets.proportional)
    with ExitStack() as ending:
        guests = {
            name: ending.enter_context(Program(command, limits))
            for name, command in programs.items()
            if name in table.levels
        }
        return play(GAMES[game], options, table, budgets, guests)


def _play(play_one: partial[Played], tables: Sequence[Pairing], log: ArenaLog, jobs: int) -> None:
    """Play the tables that are not stored yet, and store each as soon as it is over."""
    missing = [table for table in tables if table not in log]
    if jobs == 1:
        for table in missing:
            log.add(play_one(table))
        return
    with ProcessPoolExecutor(jobs) as processes:
        try:
            for playing in as_completed([processes.submit(play_one, table) for table in missing]):
                log.add(playing.result())
        finally:  # after an error, don't play the games that have not begun
            processes.shutdown(cancel_futures=True)


def _as_table(report: Report) -> list[str]:
    """The scores as lines for people, times in milliseconds."""
    head = ("level", "games", "wins", "draws", "rank", "points", "Elo", "from", "to", "mean ms", "p95 ms", "max ms")
    lines = ["{:<9}{:>6}{:>6}{:>6}{:>6}{:>8}{:>7}{:>7}{:>7}{:>9}{:>9}{:>9}".format(*head)]
    for level, one in report.levels.items():
        elo = report.elo.get(level)
        bars = "".join(f"{value:>+7.0f}" for value in (elo.elo, elo.low, elo.high)) if elo else " " * 21
        times = "".join(f"{time * 1000:>9.1f}" for time in (one.seconds.mean, one.seconds.p95, one.seconds.max))
        lines.append(
            f"{level:<9}{one.games:>6}{one.wins:>6}{one.draws:>6}{one.mean_rank:>6.2f}{one.mean_points:>8.1f}{bars}{times}"
        )
    lines += [f"{level}: {one.faults} games broken off, and lost" for level, one in report.levels.items() if one.faults]
    lines += [
        f"{pair.first} {pair.wins}, {pair.second} {pair.losses}, drawn {pair.draws}: "
        f"{pair.second} has {pair.share:.0%}; mean ranks {pair.first_rank:.2f} and {pair.second_rank:.2f}"
        for pair in report.pairs
    ]
    return lines
