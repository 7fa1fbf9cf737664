"""Back up the site to a file while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from machupicchu.operating.keeping import backup
from machupicchu.operating.stores import CannotBeCopied


class Command(BaseCommand):
    help = "Back up this site's database and keys into one file, as of one moment, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; it must not exist yet")

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            about = backup(file.absolute())
        except (CannotBeCopied, OSError) as error:
            raise CommandError(f"no backup was made: {error}") from None
        self.stdout.write(
            f"{file}: {file.stat().st_size:,} bytes, for its owner only: anyone who can read it can log in as anyone"
        )
        self.stdout.write(f"database ({about.database}): {sum(about.rows.values()):,} rows in {len(about.rows)} tables")
        for setting, fingerprint in about.keys.items():
            self.stdout.write(f"{setting} (fingerprint {fingerprint}): {_where(setting, about.settings)}")
        if about.settings:
            self.stdout.write(f"not included, so keep a copy yourself: the values of {', '.join(about.settings)}")
        self.stdout.write("not included and not needed: Valkey, static files, emails that were written to files")


def _where(setting: str, given: list[str]) -> str:
    return "NOT in it, since the environment names it: keep it yourself" if setting in given else "in it"
