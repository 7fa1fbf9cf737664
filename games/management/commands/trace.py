"""Play one game without people and print everything that can be seen of it, to compare rules with rules."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.ai.characters import play, uniform
from games.ai.tables import mixed_table
from games.engine import GAMES
from games.engine.contract import Options
from games.management.arguments import add_game, add_options, add_seats, check
from games.management.tracing import trace


class Command(BaseCommand):
    help = "Play a game at random and print it as one JSON object: deal, legal actions, actions, result."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        add_seats(parser)
        add_options(parser)
        parser.add_argument("--seed", required=True, help="the same seed, the same game")
        parser.add_argument(
            "--policy",
            choices=("random", "mixed"),
            default="random",
            help="random: any legal action, equally likely; mixed: every seat a simple character by chance",
        )

    def handle(self, *, game: str, seats: int, options: Options, seed: str, policy: str, **_: Any) -> None:
        rules = GAMES[game]
        check(rules, seats, options)
        deal = rules.deal(seats, options, Random(f"{seed}/deal"))
        rng = Random(f"{seed}/{policy}")
        players = mixed_table(rules, seats, rng) if policy == "mixed" else [uniform] * seats
        self.stdout.write(json.dumps(trace(rules, seats, options, deal, play(rules, deal, players, rng))))
