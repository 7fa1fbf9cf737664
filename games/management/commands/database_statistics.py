"""Refresh SQLite's statistics about tables."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.upkeep.statistics import statistics_refresh


class Command(BaseCommand):
    help = "Update SQLite's statistics, so that lists use the right index. Does nothing on PostgreSQL."

    def handle(self, *args: Any, **options: Any) -> None:
        statistics_refresh()
