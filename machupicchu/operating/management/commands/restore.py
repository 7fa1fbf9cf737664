"""Restore a backup into an empty site."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from machupicchu.operating.keeping import CannotBeRestored, restore
from machupicchu.operating.stores import CannotBeCopied


class Command(BaseCommand):
    help = "Bring back a backup into an empty site: a new VAR_DIR, or an empty database of DATABASE_URL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")
        parser.add_argument("--other-keys", action="store_true", help="go on although keys of the site differ")

    def handle(self, *, file: Path, other_keys: bool, **_: Any) -> None:
        try:
            about, done = restore(file, other_keys=other_keys)
        except (CannotBeRestored, CannotBeCopied, OSError) as error:
            raise CommandError(f"nothing was restored: {error}") from None
        self.stdout.write(f"Restored what version {about.version} kept at {about.made_at}:")
        self.stdout.write(f"{sum(about.rows.values()):,} rows in {len(about.rows)} tables, counted again.")
        for line in done:
            self.stdout.write(line)
        if about.settings:
            self.stdout.write(f"These were set there; check that they are here: {', '.join(about.settings)}.")
        self.stdout.write("Time since then is given back to running clocks once the site is started.")
