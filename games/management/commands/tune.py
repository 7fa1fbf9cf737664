"""Tune the evaluation weights of a game by letting slightly different ones play each other."""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand

from games.ai.tuning import Tuning, match, tune
from games.engine import GAMES
from games.engine.weights import FILE
from games.management.arguments import add_game, check, positive, table_sizes
from games.titles import TITLES


class Command(BaseCommand):
    help = "Tune the weights of a game by self-play, and keep the new ones if they beat the old ones."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        parser.add_argument("--seats", required=True, type=table_sizes, help="seats at the table: 2, or 2,3,4")
        parser.add_argument("--steps", type=positive, default=20, help="steps of SPSA (default 20)")
        parser.add_argument(
            "--games", type=positive, default=20, help="games per step, preferably an even number (default 20)"
        )
        parser.add_argument(
            "--iterations", type=positive, default=20, help="search iterations per decision (default 20)"
        )
        parser.add_argument(
            "--proof",
            type=positive,
            default=100,
            help="games of the new weights against the old, for each table (default 100)",
        )
        parser.add_argument("--seed", default="0", help="the same seed gives the same result (default 0)")
        parser.add_argument("--jobs", type=positive, default=1, help="number of processes (default 1)")
        parser.add_argument(
            "--write", action="store_true", help="write the new weights if they win by two standard deviations"
        )

    def handle(self, *, game: str, seats: tuple[int, ...], **rest: Any) -> None:
        rules, old = GAMES[game], TITLES[game].bot.weights
        for number in seats:
            check(rules, number, {})
        tuning = Tuning(seats, rest["steps"], rest["games"], rest["iterations"], rest["seed"])
        new = old
        with ProcessPoolExecutor(rest["jobs"]) as processes:
            for step in tune(rules, tuning, processes.map):
                new = step.weights
                self.stdout.write(f"step {step.number + 1}, {step.seats} seats: the upper weights won {step.share:.0%}")
            for name, value in asdict(new).items():
                self.stdout.write(f"{name} = {value:.4g}  (was {getattr(old, name):g})")
            proof = replace(tuning, games=rest["proof"])
            shares = {
                number: match(rules, new, old, proof, number, f"{tuning.seed}/proof", processes.map) for number in seats
            }
        for number, share in shares.items():
            self.stdout.write(f"{number} seats: the new weights won {share:.1%} of {rest['proof']} games")
        mean, error = fmean(shares.values()), 0.5 / (rest["proof"] * len(seats)) ** 0.5
        self.stdout.write(f"On average {mean:.1%} against the old weights; one standard deviation is {error:.1%}.")
        if not rest["write"]:
            return
        if mean < 0.5 + 2 * error:
            self.stdout.write("That is not enough, so nothing is written.")
            return
        path = TITLES[game].folder / "rules" / FILE
        found = f"by `manage.py tune {_command(game, seats, rest)}`: won {mean:.1%}"
        path.write_text(_text(path, found, asdict(new)), encoding="utf-8")
        self.stdout.write(f"Written to {path.name}.")


def _command(game: str, seats: tuple[int, ...], rest: Mapping[str, Any]) -> str:
    """The arguments with which the command gives the same result again."""
    asked = {name: rest[name] for name in ("steps", "games", "iterations", "proof", "seed")}
    asked = {"game": game, "seats": ",".join(map(str, seats)), **asked}
    return " ".join(f"--{name} {value}" for name, value in asked.items())


def _text(path: Path, found: str, weights: dict[str, float]) -> str:
    """The text of the file with the new weights; their origin is appended to that of the previous weights."""
    text = path.read_text(encoding="utf-8")
    before = tomllib.loads(text)["found"]
    comments = [line for line in text.splitlines() if line.startswith("#")]
    numbers = [f"{name} = {float(f'{value:.4g}')}" for name, value in weights.items()]
    return "\n".join([*comments, "", f'found = "{before}; then {found}"', "", "[weights]", *numbers, ""])
