"""Restore a backup into an empty site."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from machupicchu.operating.keeping import CannotBeRestored, restore
from machupicchu.operating.stores import CannotBeCopied


class Command(BaseCommand):
    help = "Restore a backup into an empty site: a new VAR_DIR, or an empty database at DATABASE_URL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file that `manage.py backup` wrote")
        parser.add_argument("--other-keys", action="store_true", help="continue although this site's keys differ")

        parser.add_argument(
            "--keep-logins",
            action="store_true",
            help="leave members logged in and tokens valid: for a move, when nobody has ended one since the backup",
        )

    def handle(self, *, file: Path, other_keys: bool, keep_logins: bool, **_: Any) -> None:
        try:
            about, done = restore(file, other_keys=other_keys, keep_logins=keep_logins)
        except (CannotBeRestored, CannotBeCopied, OSError) as error:
            raise CommandError(f"nothing was restored: {error}") from None
        self.stdout.write(f"Restored the backup that version {about.version} made at {about.made_at}:")
        self.stdout.write(f"{sum(about.rows.values()):,} rows in {len(about.rows)} tables, counted again.")
        for line in done:
            self.stdout.write(line)
        if about.settings:
            self.stdout.write(f"The old site set these; check that this one does too: {', '.join(about.settings)}.")
        self.stdout.write("When the site starts, running clocks get the time since then back.")
