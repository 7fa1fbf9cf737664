"""Publish the finished games of every month that is new or has changed."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.services.records.dumps import dumps_write


class Command(BaseCommand):
    help = "Write the open games: one file for each month that is new or has changed. Runs every night by itself."

    def handle(self, *_: Any, **__: Any) -> None:
        months = dumps_write()
        for month in months:
            self.stdout.write(f"{month}: written")
        self.stdout.write(f"{len(months)} months written to {settings.DUMPS_DIR}")
