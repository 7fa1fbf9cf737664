"""Put one finished example game of every game into the archive."""

from typing import Any

from django.core.management.base import BaseCommand

from games.engine import GAMES
from games.services.records.examples import example_ensure


class Command(BaseCommand):
    help = "Add one finished example of every game to the archive, unless it is there already."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in GAMES:
            made = example_ensure(game)
            self.stdout.write(f"{game}: {'added' if made else 'there already'}")
