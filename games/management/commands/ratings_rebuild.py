"""Recompute all ratings from the history of matches."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import GAMES
from games.services.ratings.rebuild import ratings_rebuild


class Command(BaseCommand):
    help = "Calculate all ratings again from the finished matches, in order, and correct those that differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if anything differs")

    def handle(self, *, check: bool, **_: Any) -> None:
        differs = False
        for game in GAMES:
            found = ratings_rebuild(game=game, write=not check)
            differs |= found.differs
            verdict = "the same to the last bit"
            if found.differs:
                verdict = (
                    f"{found.changes} changes and {found.ratings} ratings differ{'' if check else 'ed: put right'}"
                )
            self.stdout.write(f"{game}: {found.matches} matches, {verdict}")
        if check and differs:
            raise SystemExit(1)
