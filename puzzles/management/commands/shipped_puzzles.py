"""Store the puzzles that come with the site."""

from typing import Any

from django.core.management.base import BaseCommand

from games.engine import GAMES
from puzzles.services.shelving import shipped_keep


class Command(BaseCommand):
    help = "Add the puzzles that come with the site, unless they are there already."

    def handle(self, *_: Any, **__: Any) -> None:
        for game in GAMES:
            self.stdout.write(f"{game}: {shipped_keep(game)} added")
