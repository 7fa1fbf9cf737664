"""Back up the site into one file, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from machupicchu.operating.keeping import backup
from machupicchu.operating.stores import CannotBeCopied


class Command(BaseCommand):
    help = "Write everything that makes this site into one file: database and keys, as of one moment, while it runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to; it must not exist yet")

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            about = backup(file.absolute())
        except (CannotBeCopied, OSError) as error:
            raise CommandError(f"no backup was made: {error}") from None
        self.stdout.write(
            f"{file}: {file.stat().st_size:,} bytes, for its owner only: it lets whoever reads it be anybody"
        )
        self.stdout.write(f"database ({about.database}): {sum(about.rows.values()):,} rows in {len(about.rows)} tables")
        for setting, fingerprint in about.keys.items():
            self.stdout.write(f"{setting} (fingerprint {fingerprint}): {_where(setting, about.settings)}")
        if about.settings:
            self.stdout.write(f"not in it, so keep them yourself: the values of {', '.join(about.settings)}")
        self.stdout.write("not in it, and not needed: Valkey, static files, mails that were written to files")


def _where(setting: str, given: list[str]) -> str:
    return "NOT in it, since the environment names it: keep it yourself" if setting in given else "in it"
