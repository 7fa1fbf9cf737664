"""Create the computer players."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import computer_players_ensure


class Command(BaseCommand):
    help = "Create the computer players that are missing, one for each level. Safe to run at any time."

    def handle(self, *args: Any, **options: Any) -> None:
        for player in computer_players_ensure():
            self.stdout.write(f"{player.username} ({player.level})")
