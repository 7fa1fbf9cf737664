"""Fit the curves with which an analysis turns points into chances of winning, and write them into each game's file."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ai import alpha_beta
from games.ai.analysis import foreseen
from games.ai.chances import FILE, OPEN, Curve, Ending, Moment, by_side, fitted, surprise, trusting, won
from games.ai.evaluators import walked
from games.ai.ismcts import Search
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.management.arguments import add_seats, check, positive
from games.management.toml_rows import row_write
from games.titles import TITLES

HEAD = """\
# How far results spread around the points that a search expects: games.ai.chances explains the numbers. Fitted by
# maximum likelihood to games of the search against itself. Behind each row: the games, decisions and iterations used,
# and its log loss, in brackets that of equal chances for all. The rows of `open` are for a search that sees all cards,
# and say how far to trust the ends that it sees; the number of ends they were fitted to stands behind. Written by
#   manage.py calibrate --game GAME --games GAMES --iterations ITERATIONS --seed SEED
"""
POSITIONS_A_WALK = 200
"""Positions that alpha-beta searches per iteration of the other search. More than in an analysis, as the games played
here should be good and may take long."""
EVERY = 4
"""One in this many choices is analysed, counting back from a game's last one while a search still sees the end."""
EVEN = Curve(early=1e9, late=1e9, length=1)
"""The curve that gives all sides equal chances."""


class Command(BaseCommand):
    help = "Let the search play itself, and fit for each game and seat count how often expected points win."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES), help="only this game; leave the others as they are")
        add_seats(parser, required=False)
        parser.add_argument("--games", type=positive, default=60, help="games for each table (default 60)")
        parser.add_argument(
            "--iterations", type=positive, default=12, help="search iterations per decision (default 12)"
        )
        parser.add_argument("--seed", default="0", help="the same seed gives the same games (default 0)")
        parser.add_argument("--jobs", type=positive, default=1, help="number of processes (default 1)")

    def handle(self, *, game: str | None, seats: int | None, jobs: int, **how: Any) -> None:
        tables = [
            (key, number)
            for key, played in GAMES.items()
            for number in played.SEATS
            if game in (None, key) and seats in (None, number)
        ]
        if game is not None and seats is not None:
            check(GAMES[game], seats, {})
        if not tables:
            raise CommandError(f"no game has {seats} seats")
        with ProcessPoolExecutor(jobs) as processes:
            for key, number in tables:
                one = partial(game_of_the_search, key, number, how["iterations"])
                seeds = (f"{how['seed']}/{count}" for count in range(how["games"]))
                games = list(processes.map(one, seeds))
                length = round(fmean(game.length for game in games))
                for name, (moments, endings) in _grounds(key, number, games).items():
                    row = _row(name, moments, endings, length, how)
                    row_write(TITLES[key].folder / FILE, HEAD, name, row)
                    self.stdout.write(f"{key}: {row}")


_Values = tuple[float, ...]
"""One value for each seat or side."""


@dataclass(frozen=True, slots=True)
class OneGame:
    """One game of the search against itself, and its estimates at its decisions."""

    expected: list[Moment]
    """The expectations of the search where it did not see the end."""
    seen: list[Moment]
    """Its expectations with all cards open, where it did not see the end."""
    endings: list[Ending]
    """Its forecasts of the end with all cards open."""
    length: int
    """The number of actions."""


def game_of_the_search(key: str, seats: int, iterations: int, seed: str) -> OneGame:
    """Play one game of the search against itself, with about this many `iterations` for each decision.

    The same `seed` gives the same game. At each decision the search says what it expects from the view of its seat, and
    with all cards open; from some decisions near the end, it also forecasts how the game ends.
    """
    game, rng = GAMES[key], Random(f"{key}/{seats}/{seed}")
    state = game.start(game.deal(seats, {}, rng))
    expected: list[tuple[int, _Values]] = []
    seen: list[tuple[int, _Values]] = []
    choices: list[tuple[int, Any, int]] = []
    ply = 0
    while (seat := game.to_move(state)) is not None:
        legal = game.legal_actions(state)
        action = legal[0]
        if len(legal) > 1 and alpha_beta.can_search(game, seats):
            weighed = alpha_beta.weigh(game, state, rng.choice(legal), 1, POSITIONS_A_WALK * iterations)
            action, worth = next(iter(weighed.items()))
            if worth.sure is None:
                expected.append((ply, tuple(worth.margin if each == seat else 0.0 for each in range(seats))))
        elif len(legal) > 1:
            view = game.recall(state, seat)
            near = walked(game, view)
            action, read = _searched(near, seat, [near.determinize(view, rng) for _ in range(iterations)])
            _open_action, open_read = _searched(game, seat, [state] * iterations)
            expected += [(ply, by_side(game, read))] if read else []
            seen += [(ply, by_side(game, open_read))] if open_read else []
            choices.append((ply, state, seat))
        state = game.apply(state, action)
        ply += 1
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is to move in a game that is not over"
    shares = won(game, outcome)
    return OneGame(
        [Moment(at, values, shares) for at, values in expected],
        [Moment(at, values, shares) for at, values in seen],
        _endings(game, choices[::-1][rng.randrange(EVERY) :: EVERY], shares),
        ply,
    )


def _grounds(key: str, seats: int, games: Sequence[OneGame]) -> dict[str, tuple[list[Moment], list[Ending]]]:
    """What each row of the file for a table is fitted to, by the name of the row."""
    grounds: dict[str, tuple[list[Moment], list[Ending]]] = {
        f"{seats}": ([moment for game in games for moment in game.expected], [])
    }
    if not alpha_beta.can_search(GAMES[key], seats):
        seen = [moment for game in games for moment in game.seen]
        grounds[f"{OPEN}.{seats}"] = seen, [ending for game in games for ending in game.endings]
    return grounds


def _endings(game: AnyGame, choices: Iterable[tuple[int, Any, int]], shares: tuple[float, ...]) -> list[Ending]:
    """The forecasts at these choices, the latest first, back to the first from which the end cannot be foreseen."""
    endings = []
    for at, state, seat in choices:
        found = foreseen(game, state, seat)
        if not found.ends:
            break
        endings.append(Ending(at, found, shares))
    return endings


def _searched(near: AnyGame, seat: int, worlds: Iterable[Any]) -> tuple[Any, _Values]:
    """The action of `seat` after one walk through each world, and the expected value by seat.

    The expectation is the mean of the walks that did not reach the end; empty when all did.
    """
    search = Search(near, seat)
    walks = [search.iterate(world) for world in worlds]
    action = search.best()
    return action, _mean([walk.values for walk in walks if walk.first == action and near.outcome(walk.end) is None])


def _mean(read: Sequence[_Values]) -> _Values:
    """The mean, seat by seat; empty when `read` is."""
    return tuple(fmean(values) for values in zip(*read, strict=True))


def _row(name: str, moments: Sequence[Moment], endings: Sequence[Ending], length: int, how: dict[str, Any]) -> str:
    """The line of the file for one table, with a comment on the data behind the fit."""
    curve = trusting(endings, fitted(moments, length))
    trust = f", trust = {curve.trust:.2f}" if endings else ""
    seen = f"; {len(endings)} ends seen" if endings else ""
    return (
        f"{name} = {{ early = {curve.early:.2f}, late = {curve.late:.2f}, length = {curve.length}{trust} }}"
        f"  # {how['games']} games, {len(moments)} decisions, {how['iterations']} iterations, seed {how['seed']}: "
        f"log loss {surprise(moments, curve):.3f} ({surprise(moments, EVEN):.3f}){seen}"
    )
