"""Tune what the computer players of a game believe, by letting slightly different judgements play each other."""

from __future__ import annotations

from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.ai.judging import JUDGED
from games.ai.tuning import Tuning, match, tune
from games.engine import GAMES
from games.engine.weights import FILE
from games.management.arguments import add_game, add_seats, check, positive


class Command(BaseCommand):
    help = "Tune the weights of a game by self-play, and keep them if they beat those there are."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        add_seats(parser)
        parser.add_argument("--steps", type=positive, default=20, help="steps of SPSA (default 20)")
        parser.add_argument("--games", type=positive, default=20, help="games a step, best even (default 20)")
        parser.add_argument("--iterations", type=positive, default=20, help="of the search, a decision (default 20)")
        parser.add_argument(
            "--proof", type=positive, default=100, help="games of the new against the old (default 100)"
        )
        parser.add_argument("--seed", default="0", help="the same seed, the same result (default 0)")
        parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
        parser.add_argument(
            "--write", action="store_true", help="write the new weights if they win by two standard deviations"
        )

    def handle(self, *, game: str, seats: int, **rest: Any) -> None:
        rules, old = GAMES[game], JUDGED[game].WEIGHTS
        check(rules, seats, {})
        tuning = Tuning(seats, rest["steps"], rest["games"], rest["iterations"], rest["seed"])
        new = old
        with ProcessPoolExecutor(rest["jobs"]) as processes:
            for step in tune(rules, tuning, processes.map):
                new = step.weights
                self.stdout.write(f"step {step.number + 1}: the shifted weights won {step.share:.0%}")
            for name, value in asdict(new).items():
                self.stdout.write(f"{name} = {value:.4g}  (was {getattr(old, name):g})")
            proof = replace(tuning, games=rest["proof"])
            share = match(rules, new, old, proof, f"{tuning.seed}/proof", processes.map)
        error = 0.5 / rest["proof"] ** 0.5
        found = f"{share:.1%} of {rest['proof']} games against those before"
        self.stdout.write(f"The new weights won {found}; one standard deviation is {error:.1%}.")
        if not rest["write"]:
            return
        if share < 0.5 + 2 * error:
            self.stdout.write("That is not enough: nothing is written.")
            return
        command = " ".join(
            f"--{name} {value}"
            for name, value in {"game": game, **asdict(tuning), "proof": rest["proof"]}.items()
            if name not in ("shift", "rate")
        )
        path = Path(JUDGED[game].__file__ or "").with_name(FILE)
        path.write_text(_text(path, f"by `manage.py tune {command}`: {found}", asdict(new)), encoding="utf-8")
        self.stdout.write(f"Written to {path.name}.")


def _text(path: Path, found: str, weights: dict[str, float]) -> str:
    """The file with other weights and where they come from."""
    comments = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    numbers = [f"{name} = {float(f'{value:.4g}')}" for name, value in weights.items()]
    return "\n".join([*comments, "", f'found = "{found}"', "", "[weights]", *numbers, ""])
