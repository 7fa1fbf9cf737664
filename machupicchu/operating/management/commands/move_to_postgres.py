"""Move a site from SQLite to PostgreSQL."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from machupicchu import env
from machupicchu.operating.moving import CannotBeMoved, move


class Command(BaseCommand):
    help = "Copy the SQLite database into the empty database at NEW_DATABASE_URL, and compare every row."

    def handle(self, **_: Any) -> None:
        try:
            # Not an argument: everyone on the machine can read those of a process, and the URL contains a password.
            url = env.url("NEW_DATABASE_URL", "", schemes=("postgres", "postgresql"))
            if not url:
                raise CannotBeMoved("say where to: NEW_DATABASE_URL=postgres://user:password@server/name")
            count = move(url, say=self.stdout.write)
        except (CannotBeMoved, ImproperlyConfigured) as error:
            raise CommandError(f"not moved, and this site is unchanged: {error}") from None
        self.stdout.write(f"All {count:,} rows are copied and compared.")
        self.stdout.write("Now set DATABASE_URL to that address and start the site. The old file stays where it is.")
