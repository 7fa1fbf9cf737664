"""Let SQLite refresh its statistics about tables."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.upkeep.statistics import statistics_refresh


class Command(BaseCommand):
    help = "Let SQLite count anew what its tables hold, so that lists take the right index. Nothing on PostgreSQL."

    def handle(self, *args: Any, **options: Any) -> None:
        statistics_refresh()
